// The articles that a shop has, by number.
#pragma once

#include <set>
#include <stack>
#include <string>

class Inventory {
 public:
  void deliver(const std::set<int>& articles) { articles_.insert(articles.begin(), articles.end()); }
  void withdraw(int article) { articles_.erase(article); }
  void note(const std::string& text) { notes_.push(text); }

  bool offers(int article) const { return articles_.contains(article); }
  const std::set<int>& articles() const { return articles_; }
  const std::stack<std::string>& notes() const { return notes_; }

 private:
  std::set<int> articles_;
  std::stack<std::string> notes_;
};
