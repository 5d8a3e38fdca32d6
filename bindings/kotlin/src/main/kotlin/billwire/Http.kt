package io.github.billwire

/** HTTP request of a call. Send it unchanged, and do not follow redirects. */
public typealias HttpRequest = io.github.billwire.ffi.HttpRequest

/** Header of a request. Its value does not print. */
public typealias HttpHeader = io.github.billwire.ffi.HttpHeader

/** HTTP response to give to a webhook (interface section 2.8). */
public typealias Reply = io.github.billwire.ffi.Reply

/** Whether a request that brought no answer may have reached the service. */
public typealias Sent = io.github.billwire.ffi.Sent

/** How a call authenticates (interface sections 5.1 and 5.2). */
public typealias Authentication = io.github.billwire.ffi.Authentication
