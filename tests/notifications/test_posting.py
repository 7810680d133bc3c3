"""Posts to addresses that players give reach public hosts over TLS, and nothing else."""

import socket
import threading

import pytest

from notifications import posting
from notifications.posting import NotAllowed, NotPosted, check_address, post


@pytest.mark.parametrize(
    "address",
    [
        "https://fcm.googleapis.com/fcm/send/abc",
        "https://discord.com/api/webhooks/1/abc?wait=true",
        "https://example.org:8443/hook",
        "https://8.8.8.8/hook",
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


def test_a_name_that_leads_to_a_private_host_is_not_posted_to(receiver, settings):
    """Loopback, which every machine has, stands for all that is private: its name passes, and what it resolves to does not."""
    settings.POSTS_TO_LOOPBACK = False
    port = receiver.origin.rpartition(":")[2]
    with pytest.raises(NotPosted):
        posting._GuardedConnection(posting.urlsplit(f"http://localhost:{port}/")).connect()
    assert receiver.posts == []


def test_the_status_is_returned_and_no_redirect_is_followed(receiver):
    receiver.answers["/hook"] = 302
    assert post(f"{receiver.origin}/hook?a=1", b"x", {}) == 201
    assert post(f"{receiver.origin}/hook", b"x", {"X-Y": "z"}) == 302
    assert [path for path, _headers, _body in receiver.posts] == ["/hook?a=1", "/hook"]


def test_somebody_who_answers_byte_by_byte_is_cut_off():
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
