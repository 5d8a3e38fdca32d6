import BillwireBindings

@_exported import enum BillwireBindings.Effect
@_exported import struct BillwireBindings.OperationEntry
@_exported import enum BillwireBindings.OperationGroup
@_exported import enum BillwireBindings.OperationName

/// Returns all fifteen operations that the interface names (sections 4.1 to 4.5), in its order.
public func operations() -> [OperationEntry] {
    BillwireBindings.operations()
}
