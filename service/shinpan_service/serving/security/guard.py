"""The guard: over what clients come in, who they are, and what they may do.

Health is there for everybody. Whatever else is served takes a token where tokens are asked for.
"""

import logging
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterable
from hashlib import sha256
from ipaddress import ip_address
from typing import Any, NamedTuple

import grpc

from shinpan_engine.kernel.messages import Message, say

from ...messages import wire_errors
from ...messages.scopes import METRICS
from ...messages.wire_errors import WireError
from ..door.context import Context, Metadata
from ..lines import Caller, caller_of
from ..options import ServerOptions
from .certificates import Certificates, read_certificates
from .files import NotSecure
from .tokens import TOKEN, Holder, Tokens, read_tokens

_log = logging.getLogger(__name__)
HEALTH = "/grpc.health.v1.Health/"
HEADER = "authorization"
_SCHEME = "bearer"
CERTIFICATE = "x509_pem_cert"
"""How gRPC calls the certificate of a client."""
_DIGITS = 16

TurnAway = Callable[[WireError, Context], Awaitable[None]]


class _Files(NamedTuple):
    """What the files say, all of them as they were at one time."""

    certificates: Certificates | None
    tokens: Tokens | None


class Security:
    """What the files of a server say about who may do what. Raises `NotSecure` if that is not safe, or not clear."""

    def __init__(self, options: ServerOptions) -> None:
        _refuse_odd(options)
        self._options = options
        self._files = _read(options)
        self._handed = self._files.certificates
        """What gRPC has been given."""

    def reload(self) -> tuple[Message, ...]:
        """Reads the files again, and says what has changed. Raises `NotSecure` if one is wrong: then all stays as it
        was. Connections that are open go on; tokens count from the next call, or message of a stream, on."""
        return self._use(_read(self._options))

    def read_again(self, _: ServerOptions) -> Callable[[], None]:
        """The same in two steps: what it gives puts to use what was read."""
        files = _read(self._options)

        def use() -> None:
            for told in self._use(files):
                _log.info("%s", told)

        return use

    def _use(self, files: _Files) -> tuple[Message, ...]:
        told = (*_new_certificates(self._files, files), *_new_tokens(self._files, files))
        self._files = files
        return told

    def listen(self, server: grpc.aio.Server, address: str) -> int:
        """Has a server listen. Gives the port."""
        if (found := self._files.certificates) is None:
            return server.add_insecure_port(address)
        credentials = grpc.dynamic_ssl_server_credentials(_for_grpc(found), self._fresh, found.clients is not None)
        return server.add_secure_port(address, credentials)

    def encryption(self) -> ssl.SSLContext | None:
        """What a connection that is not one of gRPC is encrypted with if it comes in now; None for plain text."""
        return None if self._files.certificates is None else self._files.certificates.context

    def _fresh(self) -> Any:
        """The certificates if they have changed. gRPC asks before each handshake, in a thread of its own."""
        found = self._files.certificates
        if found is None or found is self._handed:
            return None
        self._handed = found
        return _for_grpc(found)

    def gates(self, turn_away: TurnAway) -> "tuple[Gate, ...]":
        """What every call has to pass, whatever it asks."""
        return () if self._files.tokens is None else (Gate(self, turn_away),)

    def caller(self, context: Context) -> Caller:
        """Who makes a call. Raises `WireError` for those whom nobody knows."""
        found = caller_of(context.peer())
        holder = self.holder(context.invocation_metadata() or ())
        if holder is not None:
            return Caller(f"token {holder.name}", found.connection, holder.scopes)
        shown = None if self._files.certificates is None else context.auth_context().get(CERTIFICATE)
        if shown is not None:
            return found._replace(client=f"certificate {sha256(b''.join(shown)).hexdigest()[:_DIGITS]}")
        return found

    def refuses_figures(self, headers: Metadata) -> str:
        """Why the figures are not shown to somebody, as HTTP says it; nothing if they are."""
        try:
            holder = self.holder(headers)
        except WireError:
            return "401 Unauthorized"
        return "" if holder is None or METRICS in holder.scopes else "403 Forbidden"

    def holder(self, metadata: Metadata) -> Holder | None:
        """Who has the token that comes with a call; None where no tokens are asked for. Raises `WireError` if there is
        no token, more than one, or one that is not known."""
        if self._files.tokens is None:
            return None
        holder = self._files.tokens.holder(_token([value for name, value in metadata if name == HEADER]))
        if holder is None:
            raise wire_errors.unknown_token()
        if holder.expired:
            raise wire_errors.expired_token(str(holder.until))
        return holder


class Gate(grpc.aio.ServerInterceptor):
    """Lets nobody without a token pass to anything but health: not to a service, not to the schemas, and not to what is
    not even there."""

    def __init__(self, security: Security, turn_away: TurnAway) -> None:
        self._security = security
        self._turn_away = turn_away

    async def intercept_service(self, continuation: Any, details: Any) -> Any:
        try:
            if not details.method.startswith(HEALTH):
                self._security.holder(details.invocation_metadata)
        except WireError as error:
            return self._refusing(error)
        return await continuation(details)

    def _refusing(self, error: WireError) -> Any:
        async def handle(_: object, context: Any) -> None:
            await self._turn_away(error, context)

        return grpc.stream_stream_rpc_method_handler(handle)


def _token(values: list[str | bytes]) -> str:
    """The token in the headers of a call."""
    if not values:
        raise wire_errors.no_token(say("service.token.none"))
    scheme, _, token = str(values[0]).partition(" ") if isinstance(values[0], str) else ("", "", "")
    if len(values) > 1 or scheme.lower() != _SCHEME or not TOKEN.fullmatch(token):
        raise wire_errors.no_token(say("service.token.odd"))
    return token


def _read(options: ServerOptions) -> _Files:
    certificates = None
    if options.tls_cert is not None and options.tls_key is not None:
        certificates = read_certificates(options.tls_cert, options.tls_key, options.tls_client_ca)
    return _Files(certificates, None if options.tokens is None else read_tokens(options.tokens))


def _refuse_odd(options: ServerOptions) -> None:
    """Raises `NotSecure` for options that do not go together, and for plain text that others could read."""
    encrypts = options.tls_cert is not None
    if encrypts != (options.tls_key is not None):
        raise NotSecure("service.security.pair")
    if options.tls_client_ca is not None and not encrypts:
        raise NotSecure("service.security.clients_alone")
    if options.insecure_plaintext and encrypts:
        raise NotSecure("service.security.plain_and_not")
    if not encrypts and not options.insecure_plaintext and not stays_here(options.host):
        raise NotSecure("service.security.plain", host=options.host)


def stays_here(host: str) -> bool:
    """Whether what is sent to a host does not leave the machine, as far as anybody knows. No name at all is all of its
    addresses, to gRPC as well."""
    try:
        found = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        return False
    return all(ip_address(str(address[0]).partition("%")[0]).is_loopback for *_, address in found)


def _for_grpc(found: Certificates) -> grpc.ServerCertificateConfiguration:
    return grpc.ssl_server_certificate_configuration([(found.key, found.chain)], found.clients)


def _new_certificates(old: _Files, new: _Files) -> Iterable[Message]:
    """What has changed of the certificates."""
    if old.certificates is not None and new.certificates is not None:
        if old.certificates[:2] != new.certificates[:2]:
            shown = new.certificates
            yield say("service.security.new_certificate", subject=shown.subject, date=shown.until)
        if old.certificates.clients != new.certificates.clients:
            yield say("service.security.new_clients")


def _new_tokens(old: _Files, new: _Files) -> Iterable[Message]:
    """What has changed of the tokens, by their names."""
    if old.tokens is not None and new.tokens is not None and old.tokens != new.tokens:
        before, after = (
            {holder.name: (known, holder) for known, holder in one.holders.items()} for one in (old.tokens, new.tokens)
        )
        changed = [name for name in after if name in before and before[name] != after[name]]
        added, gone = [name for name in after if name not in before], [name for name in before if name not in after]
        if added:
            yield say("service.security.added", names=tuple(added))
        if changed:
            yield say("service.security.changed", names=tuple(changed))
        if gone:
            yield say("service.security.gone", names=tuple(gone))
