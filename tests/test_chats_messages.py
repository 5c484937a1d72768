"""Which result answers which call, and what does not fit together?"""

from hypothesis import given
from small_chats import asks, call, chat, chats, gives, sample, says, user
from test_walls import _reached, imports
from test_walls import modules as modules_of

from graders.audit.chats.messages import Chat, Problem


@given(chats())
def test_no_result_answers_two_calls(one: Chat) -> None:
    """Every call has at most one result, and every result is of a tool."""
    results = [step.result for step in one.steps if step.result is not None]
    assert len(results) == len(set(results))
    assert all(one.messages[place].answers_call for place in results)


@given(chats())
def test_what_is_left_over_is_told(one: Chat) -> None:
    """Each result without a call and each call without a result is a problem, and each is told once."""
    found = [problem for _, problem in one.problems]
    results = [message for message in one.messages if message.answers_call]
    answered = [step for step in one.steps if step.result is not None]
    assert found.count(Problem.RESULT_WITHOUT_CALL) == len(results) - len(answered)
    assert found.count(Problem.CALL_WITHOUT_RESULT) == len(one.steps) - len(answered)


def test_later_result_is_taken_before_an_earlier_one() -> None:
    """Of two results with one id the call gets the one behind it."""
    one = chat(gives("early"), asks(call()), gives("late"))
    assert [step.result for step in one.steps] == [2]
    assert one.problems == ((0, Problem.RESULT_WITHOUT_CALL),)


def test_results_of_older_calls_go_by_name() -> None:
    """A message of the role function has no id: it answers the next call of that name."""
    older = {"role": "assistant", "content": None, "function_call": {"name": "look", "arguments": "{}"}}
    one = chat(older, {"role": "function", "name": "look", "content": "there"}, {**older}, says("ok"))
    assert [step.result for step in one.steps] == [1, None]


def test_sample_of_odd_logs_is_kept_and_told() -> None:
    """Results before calls, the same id twice, an id of no call, a run that breaks off: data, no errors."""
    assert [[problem for _, problem in one.problems] for one in sample("odd")] == [
        [Problem.RESULT_BEFORE_CALL],
        [Problem.CALL_WITHOUT_RESULT, Problem.DUPLICATE_ID, Problem.RESULT_WITHOUT_CALL],
        [Problem.CALL_WITHOUT_RESULT],
    ]


def test_final_message_is_the_last_word_of_an_assistant() -> None:
    """A call, a result or a user at the end leaves a run without one."""
    assert chat(user("a"), says("b")).final == 1
    assert chat(says("b"), user("a")).final is None
    assert chat(user("a"), asks(call(), content="I look.")).final is None
    assert Chat(()).final is None


def test_chats_know_no_agent_and_no_test_library() -> None:
    """Nothing that reads, edits and hunts chats imports agents, hypothesis or pytest."""
    names = {name for name, _ in modules_of("graders") if name.startswith("graders.audit.chats")}
    assert "graders.audit.chats.hunting" in names
    paths = dict(modules_of("graders"))
    found = {(name, one) for name in _reached(names) for one in imports(name, paths[name])}
    assert not {pair for pair in found if pair[1].split(".")[0] in ("baselines", "hypothesis", "pytest")}
