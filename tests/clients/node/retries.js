// What may be sent again, and when: an error that may be gone later says so in a google.rpc.RetryInfo.

import protobuf from "protobufjs";

const { root } = protobuf.parse(
  `syntax = "proto3";
  message Delay { int64 seconds = 1; int32 nanos = 2; }
  message RetryInfo { Delay retry_delay = 1; }`,
  { keepCase: true },
);
const RETRY_INFO = root.lookupType("RetryInfo");

/** After how many milliseconds a message that was refused may be sent again; null if that is of no use. */
export function retryDelay(refusal) {
  const detail = refusal.details.find(({ type_url: type }) => type.endsWith("/google.rpc.RetryInfo"));
  if (detail === undefined) {
    return null;
  }
  const { retry_delay: delay } = RETRY_INFO.decode(detail.value);
  return 1000 * Number(delay?.seconds ?? 0) + Math.ceil((delay?.nanos ?? 0) / 1e6);
}
