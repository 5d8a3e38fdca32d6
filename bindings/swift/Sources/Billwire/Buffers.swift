// How values cross: in place of uniffi's own reader and writer, which copy every text twice. Nothing is decided here.
import BillwireFFI

/// Reads a buffer of the core's from its beginning to its end. The buffer lives longer than its reader.
struct BufferReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    /// The buffer is not what the core writes, so library and module are of different builds.
    struct Fault: Error {}

    init(_ buffer: RustBuffer) {
        bytes = UnsafeRawBufferPointer(start: buffer.data, count: Int(buffer.len))
    }

    var hasRemaining: Bool { offset < bytes.count }

    mutating func take(_ count: Int) throws -> UnsafeRawBufferPointer {
        guard count >= 0, count <= bytes.count - offset else { throw Fault() }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    }
}

func readInt<Whole: FixedWidthInteger>(_ reader: inout BufferReader) throws -> Whole {
    Whole(bigEndian: try reader.take(MemoryLayout<Whole>.size).loadUnaligned(as: Whole.self))
}

func readDouble(_ reader: inout BufferReader) throws -> Double {
    Double(bitPattern: try readInt(&reader))
}

func readBytes(_ reader: inout BufferReader, count: Int) throws -> [UInt8] {
    Array(try reader.take(count))
}

func readText(_ reader: inout BufferReader, count: Int) throws -> String {
    String(decoding: try reader.take(count), as: UTF8.self)
}

func hasRemaining(_ reader: BufferReader) -> Bool {
    reader.hasRemaining
}

/// Room for a short record, so that few of them grow.
func createWriter() -> [UInt8] {
    var writer: [UInt8] = []
    writer.reserveCapacity(512)
    return writer
}
