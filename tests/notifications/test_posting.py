"""Posts to players' addresses go to public hosts over TLS, and to nothing else."""

import socket
import threading

import pytest

from notifications.channels import guard
from notifications.channels.guard import NotAllowed, NotPosted, Post, check_address, post, post_all


@pytest.mark.parametrize(
    "address",
    [
        "https://fcm.googleapis.com/fcm/send/abc",
        "https://discord.com/api/webhooks/1/abc?wait=true",
        "https://example.org:8443/hook",
        "https://8.8.8.8/hook",
        "https://[2606:4700::1111]/hook",
        "https://[2a00:1450:4001::1]:443/hook",
        "https://[::ffff:8.8.8.8]/hook",
        "https://[64:ff9b::808:808]/hook",
        "https://[64:ff9b:1::808:808]/hook",  # 8.8.8.8 with a 96-bit prefix
        "https://[64:ff9b:1:808:8:800::]/hook",  # and with a 48-bit prefix
    ],
)
def test_a_public_address_over_tls_is_allowed(address, settings):
    settings.POSTS_TO_LOOPBACK = False
    check_address(address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "http://example.org/",
        "ftp://example.org/",
        "https://",
        "https://localhost/",
        "https://printer/",
        "https://printer.local/",
        "https://127.0.0.1/",
        "https://10.0.0.1/",
        "https://192.168.1.1/",
        "https://169.254.169.254/latest/meta-data/",
        "https://100.64.0.1/",
        "https://0.0.0.0/",
        "https://224.0.0.1/",
        "https://[::1]/",
        "https://[fe80::1]/",
        "https://[fd00::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[2002:a00:1::]/",
        "https://[64:ff9b::a00:1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[64:ff9b:1::a00:1]/",
        "https://[64:ff9b:1::a9fe:a9fe]/",
        "https://[64:ff9b:1:a00:0:100::]/",  # 10.0.0.1 with a 48-bit prefix
        "https://[64:ff9b:1:a00:0:101:101:101]/",
        "https://[64:ff9b:1::]/",
        "https://[64:ff9b:2::808:808]/",
        "https://[::]/",
        "https://[::8.8.8.8]/",
        "https://[::ffff:0:8.8.8.8]/",
        "https://[100::1]/",
        "https://[fec0::1]/",
        "https://[ff0e::1]/",
        "https://[4000::1]/",
        "https://[5f00::1]/",
        "https://[2001::1]/",
        "https://[2001:2::1]/",
        "https://[2001:10::1]/",
        "https://[2001:db8::1]/",
        "https://[2002:808:808::1]/",
        "https://[3fff::1]/",
        "https://192.0.0.1/",
        "https://192.0.0.9/",
        "https://192.0.0.170/",
        "https://192.88.99.1/",
        "https://[::ffff:192.0.0.9]/",
        "https://[64:ff9b::c058:6301]/",  # 192.88.99.1
        "https://198.18.0.1/",
        "https://240.0.0.1/",
        "https://example.org:22/",
        "https://example.org:80/",
        "https://example.org:444/",
        "https://example.org:6379/",
        "https://example.org:9443/",
        "https://user:secret@example.org/",
        "https://example.org:0/",
        "https://example.org:99999/",
        "https://exämple.org/",
        "https://example.org/a b",
        "https://example.org/\r\nHost: elsewhere",
        "https://example.org/" + "a" * 1000,
    ],
)
def test_any_other_address_is_refused(address, settings):
    settings.POSTS_TO_LOOPBACK = False
    with pytest.raises(NotAllowed):
        check_address(address)


def test_a_name_that_resolves_to_a_private_host_is_not_posted_to(receiver, settings):
    """Loopback, which every machine has, represents all private addresses: the name passes the check, and the
    address does not."""
    settings.POSTS_TO_LOOPBACK = False
    port = receiver.origin.rpartition(":")[2]
    with pytest.raises(NotPosted):
        guard._GuardedConnection(guard.urlsplit(f"http://localhost:{port}/")).connect()
    assert receiver.posts == []


def resolving_to(monkeypatch, *places):
    """Resolve every name to these addresses and ports, in this order."""
    found = [
        (socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (host, port))
        for host, port in places
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)


@pytest.fixture
def closed_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


@pytest.fixture
def silent_port():
    """A port that accepts connections and never responds."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listener:
        yield listener.getsockname()[1]


def port_of(receiver):
    return int(receiver.origin.rpartition(":")[2])


def test_the_next_address_of_a_host_is_tried_if_one_does_not_answer(monkeypatch, receiver, closed_port):
    resolving_to(monkeypatch, ("::1", closed_port), ("127.0.0.1", closed_port), ("127.0.0.1", port_of(receiver)))
    assert post("http://localhost/hook", b"x", {}) == 201
    assert len(receiver.posts) == 1


def test_each_address_of_a_host_is_checked_and_a_private_one_left_out(monkeypatch, receiver):
    listener = socket.create_server(("0.0.0.0", 0))
    listener.setblocking(False)
    resolving_to(monkeypatch, ("0.0.0.0", listener.getsockname()[1]), ("127.0.0.1", port_of(receiver)))
    with listener:
        assert post("http://localhost/hook", b"x", {}) == 201
        with pytest.raises(BlockingIOError):
            listener.accept()


def test_a_host_with_only_private_addresses_is_not_allowed(monkeypatch, receiver, settings):
    settings.POSTS_TO_LOOPBACK = False
    resolving_to(monkeypatch, ("10.0.0.1", 443), ("::1", 443), ("127.0.0.1", port_of(receiver)), ("192.168.0.1", 443))
    with pytest.raises(NotAllowed):
        post("https://example.org/hook", b"x", {})
    assert receiver.posts == []


def test_a_host_without_an_answering_address_is_not_posted_to(monkeypatch, closed_port):
    resolving_to(monkeypatch, ("127.0.0.1", closed_port), ("127.0.0.1", closed_port))
    with pytest.raises(NotPosted):
        post("http://localhost/hook", b"x", {})


def test_a_post_that_was_sent_is_not_sent_again_to_the_next_address(monkeypatch, receiver, silent_port):
    resolving_to(monkeypatch, ("127.0.0.1", silent_port), ("127.0.0.1", port_of(receiver)))
    with pytest.raises(NotPosted):
        post("http://localhost/hook", b"x", {}, patience=0.2)
    assert receiver.posts == []


def test_a_silent_name_server_uses_no_more_than_the_time_budget(monkeypatch, receiver):
    is_over = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: is_over.wait() and [])
    with pytest.raises(NotPosted):
        post("http://localhost/hook", b"x", {}, patience=0.2)
    is_over.set()


def test_all_posts_go_at_once_and_each_has_its_own_outcome(receiver, silent_port, closed_port):
    """The receiver answers no post before all three have arrived."""
    together = threading.Barrier(3)
    take = receiver.take

    def take_together(*what):
        together.wait(timeout=10)
        return take(*what)

    receiver.take = take_together
    receiver.answers["/2"] = 410
    origins = [receiver.origin] * 3 + [
        f"http://127.0.0.1:{closed_port}",
        "http://127.0.0.1.example",
        "https://10.0.0.1",
    ]
    posts = [Post(f"{origin}/{n}", b"x", {}) for n, origin in enumerate(origins)]
    statuses = post_all(posts)
    assert statuses[:3] == [201, 201, 410]
    assert all(isinstance(status, NotPosted) for status in statuses[3:])


def test_ten_silent_receivers_take_no_longer_than_one(silent_port):
    posts = [Post(f"http://127.0.0.1:{silent_port}/{n}", b"x", {}) for n in range(10)]
    statuses = post_all(posts, patience=0.2)
    assert [type(status) for status in statuses] == [NotPosted] * 10


def test_posting_nothing_does_nothing():
    assert post_all([]) == []


def test_the_status_is_returned_and_redirects_are_not_followed(receiver):
    receiver.answers["/hook"] = 302
    assert post(f"{receiver.origin}/hook?a=1", b"x", {}) == 201
    assert post(f"{receiver.origin}/hook", b"x", {"X-Y": "z"}) == 302
    assert [path for path, _headers, _body in receiver.posts] == ["/hook?a=1", "/hook"]


def test_a_receiver_that_answers_byte_by_byte_is_cut_off():
    listener = socket.create_server(("127.0.0.1", 0))
    is_over = threading.Event()

    def answer_slowly():
        connection, _ = listener.accept()
        with connection:
            while not is_over.wait(0.05):
                try:
                    connection.sendall(b"H")
                except OSError:
                    return

    thread = threading.Thread(target=answer_slowly)
    thread.start()
    try:
        with pytest.raises(NotPosted):
            post(f"http://127.0.0.1:{listener.getsockname()[1]}/", b"x", {}, patience=0.2)
    finally:
        is_over.set()
        thread.join()
        listener.close()
