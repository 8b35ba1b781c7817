"""What is false is never proved: refuted, or open with the reason in the ledger."""

import unittest

from support import Workspace, marked_line, program


class Soundness(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_ = cls.explore(program("soundness"), program("soundness_second"), "--emit", "none", "--no-confirm")
        cls.puts = cls.run_.puts()

    def verdict(self, name, suite="Soundness"):
        put = self.puts[f"{suite}.{name}"]
        return put["verdict"], sorted({line["kind"] for line in put["ledger"]})

    def test_thread_local_variables_begin_every_run_anew(self):
        self.assertEqual(self.verdict("ThreadLocalsBeginAnew"), ("refuted", []), self.run_)
        self.assertEqual(self.verdict("ThreadLocalHoldsAnInput"), ("refuted", []), self.run_)

    def test_text_that_a_test_gets_back_from_printing_is_an_approximation(self):
        for name in ("TextOfAValue", "TextOfAMessage"):
            with self.subTest(put=name):
                self.assertEqual(self.verdict(name), ("open", ["concretized-call"]), self.run_)

    def test_code_that_prints_and_branches_is_an_approximation(self):
        self.assertEqual(self.verdict("PrintingThrows"), ("open", ["concretized-call"]), self.run_)

    def test_printing_alone_costs_nothing(self):
        self.assertEqual(self.verdict("PrintingDoesNoHarm"), ("proved", []), self.run_)

    def test_branches_of_a_coroutine_are_explored(self):
        self.assertEqual(self.verdict("CoroutineBranches"), ("refuted", []), self.run_)

    def test_an_inline_function_has_one_address_in_all_files(self):
        self.assertEqual(self.verdict("InlineFunctionHasOneAddress"), ("proved", []), self.run_)

    def test_the_programs_own_allocator_is_called_and_libraries_keep_theirs(self):
        self.assertEqual(self.verdict("OwnAllocatorIsCalled"), ("proved", []), self.run_)

    def test_an_index_that_was_decided_does_not_hide_that_its_block_was_freed(self):
        self.assertEqual(self.verdict("FreedBlockAtADecidedIndex"), ("refuted", []), self.run_)

    def test_an_optimizer_neither_removes_a_memory_error_nor_replaces_a_function_of_libm(self):
        self.assertEqual(self.verdict("BlockThatIsOnlyWritten"), ("refuted", []), self.run_)
        self.assertNotEqual(self.verdict("SquareByPow")[0], "proved", self.run_)

    def test_an_enum_of_another_file_does_not_limit_one_of_the_same_name(self):
        self.assertNotEqual(self.verdict("NoStepIsAJump")[0], "proved", self.run_)
        self.assertNotEqual(self.verdict("AStepIsOneOfTwo")[0], "refuted", self.run_)

    def test_global_environments_and_the_suite_of_a_test_are_set_up_before_its_runs(self):
        self.assertEqual(self.verdict("EnvironmentIsSetUp"), ("refuted", []), self.run_)
        self.assertEqual(self.verdict("SuiteOfOthersIsNotSetUp"), ("proved", []), self.run_)
        self.assertEqual(self.verdict("IsSetUp", "SoundnessSuite"), ("refuted", []), self.run_)
        self.assertEqual(self.verdict("BeginsEachRunWithTheSetUp", "SoundnessSuite"), ("proved", []), self.run_)

    def test_no_test_of_a_suite_that_is_not_set_up_is_proved(self):
        self.assertEqual(self.verdict("Passes", "SoundnessFailedSuite"), ("refuted", []), self.run_)
        outcome = self.cases("SoundnessFailedSuite.Passes")[0]["outcome"]
        self.assertEqual((outcome["kind"], outcome["line"]), ("failed", marked_line(program("soundness"), "set-up")))
        self.assertEqual(self.verdict("Passes", "SoundnessSkippedSuite"), ("open", ["vacuous"]), self.run_)

    def test_what_a_global_variable_got_from_the_environment_is_in_the_ledger(self):
        put = self.explore(program("asked_before"), "--emit", "none", "--no-confirm").puts()["AskedBefore.IsQuiet"]
        self.assertEqual((put["verdict"], [line["kind"] for line in put["ledger"]]), ("open", ["environment"]))


if __name__ == "__main__":
    unittest.main()
