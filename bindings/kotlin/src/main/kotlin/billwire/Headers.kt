package io.github.billwire

// A webhook's headers cross as one list, names and values in turn: the library reads them once.

internal fun Map<String, List<String>>.inTurn(): List<String> = flatMap { (name, values) ->
    values.flatMap { listOf(name.wellFormed(), it.wellFormed()) }
}

internal fun List<String>.grouped(): Map<String, List<String>> = chunked(2).groupBy({ it[0] }, { it[1] })
