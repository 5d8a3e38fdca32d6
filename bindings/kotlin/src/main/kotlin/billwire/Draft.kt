package io.github.billwire

/** Settings by which a draft is validated without credentials. Use those of the [Biller] that signs it later. */
public typealias DraftSettings = io.github.billwire.ffi.DraftSettings

/** Findings about a draft: broken rules and advice, each with the path of its field. */
public typealias Validation = io.github.billwire.ffi.Validation

/** Whether a biller that is not strict prepares the request. */
public val Validation.isValid: Boolean
    get() = violations.isEmpty()

internal fun DraftSettings.wellFormed(): DraftSettings =
    copy(profile = profile?.wellFormed(), codeShapes = codeShapes?.wellFormed())
