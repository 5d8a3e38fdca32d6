package billwire

/** HTTP request of a call. Send it unchanged, and do not follow redirects. */
public typealias HttpRequest = billwire.ffi.HttpRequest

/** Header of a request. Its value does not print. */
public typealias HttpHeader = billwire.ffi.HttpHeader

/** HTTP response to give to a webhook (interface section 2.8). */
public typealias Reply = billwire.ffi.Reply

/** Whether a request that brought no answer may have reached the service. */
public typealias Sent = billwire.ffi.Sent

/** How a call authenticates (interface sections 5.1 and 5.2). */
public typealias Authentication = billwire.ffi.Authentication
