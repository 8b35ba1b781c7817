"""forall explore --ui: what the page gets, and what nobody else gets."""

import json
import os
import re
import signal
import socket
import time
import unittest
import urllib.request

from support import Workspace, end_group, program


class Ui(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.process = cls.start("explore", "--ui", "--quiet", "--again", "--no-confirm", program("reported"))
        line = cls.process.stdout.readline()
        cls.address = line.strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/", cls.address)
        if not found:
            raise AssertionError(f"no address: {line}")
        cls.port, cls.token = int(found.group(1)), found.group(2)
        cls.host = f"127.0.0.1:{cls.port}"
        cls.state = cls.wait_until(lambda state: not state["running"])

    @classmethod
    def tearDownClass(cls):
        end_group(cls.process)
        cls.process.communicate()
        super().tearDownClass()

    @classmethod
    def get(cls, path):
        with urllib.request.urlopen(cls.address + path, timeout=30) as response:
            return response.read().decode()

    @classmethod
    def wait_until(cls, holds):
        for _ in range(1200):
            state = json.loads(cls.get("state"))
            if holds(state):
                return state
            time.sleep(0.2)
        raise AssertionError(f"not reached: {state}")

    @classmethod
    def raw(cls, data, timeout=20):
        """What the server answers to these bytes; nothing if it closes the connection."""
        with socket.create_connection(("127.0.0.1", cls.port), timeout=timeout) as connection:
            try:
                connection.sendall(data)
                answer = b""
                while part := connection.recv(65536):
                    answer += part
            except (ConnectionResetError, BrokenPipeError):
                return b""
            return answer

    def request(self, method="GET", path=None, headers=None, body=b""):
        path = f"/{self.token}/" if path is None else path
        headers = {"Host": self.host} if headers is None else headers
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        return self.raw(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body)

    def assert_refused(self, answer, status=403):
        self.assertTrue(answer.startswith(f"HTTP/1.1 {status} ".encode()), answer[:200])
        self.assertEqual(answer.split(b"\r\n\r\n", 1)[1], b"")

    def test_the_page_and_its_data(self):
        page = self.get("")
        self.assertIn("connect-src 'self'", page)
        data = json.loads(self.get("data"))
        verdicts = {put["name"]: put["verdict"] for put in data["puts"]}
        self.assertEqual(verdicts["ReportedTest.SignIsSmall"], "proved")
        self.assertEqual({put["phase"] for put in self.state["puts"]}, {"finished"})
        self.assertEqual(self.state["error"], "")

    def test_explores_one_test_again_with_other_bounds(self):
        before = json.loads(self.get("state"))["generation"]
        body = json.dumps({"put": "ReportedTest.SignIsSmall", "unfold": 9, "seconds": 5}).encode()
        headers = {"Host": self.host, "Origin": f"http://{self.host}", "Content-Length": str(len(body))}
        answer = self.request("POST", f"/{self.token}/again", headers, body)
        self.assertTrue(answer.startswith(b"HTTP/1.1 200 "), answer)
        self.assert_refused(self.request("POST", f"/{self.token}/again", headers, body), 409)
        self.wait_until(lambda state: not state["running"] and state["generation"] > before)
        self.assertIsNone(self.process.poll())

    def test_nobody_else_is_answered(self):
        token = self.token
        wrong = token[:-1] + ("0" if token[-1] != "0" else "1")
        for path in ("/", "//", f"/{wrong}/", f"/{wrong}/data", f"/{token}", f"/{token[:8]}/", f"/x/{token}/", "/../../etc/passwd", f"/{'0' * 32}/state", "*",
                     f"http://{self.host}/{token}/"):
            self.assert_refused(self.request(path=path))
        for host in ("example.com", f"example.com:{self.port}", f"localhost:{self.port}", f"127.0.0.1:{self.port + 1}", "127.0.0.1", f"127.0.0.1:{self.port}.example.com"):
            self.assert_refused(self.request(headers={"Host": host}))
        for origin in ("http://example.com", "null", f"https://{self.host}", f"http://{self.host}.example.com", "file://", ""):
            self.assert_refused(self.request(headers={"Host": self.host, "Origin": origin}))
            self.assert_refused(self.request("POST", f"/{token}/end", {"Host": self.host, "Origin": origin, "Content-Length": "0"}))
        self.assert_refused(self.request("POST", f"/{token}/end", {"Host": self.host, "Content-Length": "0"}))
        for method in ("OPTIONS", "PUT", "DELETE", "HEAD", "CONNECT", "get"):
            self.assert_refused(self.request(method))

    def test_nothing_but_the_page_is_served(self):
        for path in ("../../etc/passwd", "..%2f..%2fetc%2fpasswd", "%2e%2e/", "/etc/passwd", "index.html", "state/", "data?x=1", "state\\..", "again", "stop"):
            self.assert_refused(self.request(path=f"/{self.token}/{path}"), 404)
        headers = {"Host": self.host, "Origin": f"http://{self.host}"}
        for body in (b"", b"{", b"[]", b'{"put": 3}', b'{"unfold": 3}', b"\xff" * 100, b"[" * 60000):
            self.assert_refused(self.request("POST", f"/{self.token}/again", {**headers, "Content-Length": str(len(body))}, body), 400)
        body = b'{"put": "No.Such"}'
        self.assert_refused(self.request("POST", f"/{self.token}/again", {**headers, "Content-Length": str(len(body))}, body), 409)

    def test_what_is_no_request_is_refused(self):
        host = f"Host: {self.host}\r\n".encode()
        for data, status in ((b"\r\n\r\n", 400), (b"GET\r\n\r\n", 400), (b"GET / HTTP/9\r\n" + host + b"\r\n", 400), (b"GET / HTTP/1.1\r\n\r\n", 400),
                             (b"GET / HTTP/1.1\r\n" + host + host + b"\r\n", 400), (b"GET / HTTP/1.1\r\n" + host + b"no colon\r\n\r\n", 400),
                             (b"POST / HTTP/1.1\r\n" + host + b"Content-Length: -1\r\n\r\n", 400), (b"POST / HTTP/1.1\r\n" + host + b"Content-Length: 99999999999999999999\r\n\r\n", 400),
                             (b"POST / HTTP/1.1\r\n" + host + b"Content-Length: 70000\r\n\r\n", 413), (b"POST / HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\n", 400),
                             (b"GET /" + b"a" * 20000, 431), (b"\x00\xff" * 20, None)):
            if status is None:
                continue
            self.assert_refused(self.raw(data), status)
        self.raw(os.urandom(300000))
        self.assertIsNone(self.process.poll())

    def test_slow_and_many_connections_keep_nobody_out(self):
        slow = [socket.create_connection(("127.0.0.1", self.port)) for _ in range(60)]
        for connection in slow[::2]:
            connection.sendall(b"GET /")
        self.assertIn('"running"', self.get("state"))  # as soon as the deadline of the slow ones is over
        for connection in slow:
            connection.close()
        self.assertIsNone(self.process.poll())


class End(Workspace):
    def test_ends_with_the_command(self):
        process = self.start("explore", "--ui", "--quiet", "--no-confirm", program("small"))
        address = process.stdout.readline().strip()
        port = int(re.search(r":(\d+)/", address).group(1))
        os.killpg(process.pid, signal.SIGINT)
        process.communicate(timeout=120)
        self.assertEqual(process.returncode, 130)
        with self.assertRaises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port))
        self.assert_user_error(self.forall("explore", "--ui", "--json", program("small")), "--ui cannot be given")


if __name__ == "__main__":
    unittest.main()
