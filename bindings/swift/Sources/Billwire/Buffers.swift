// How values cross: in place of uniffi's own buffers, which copy every text twice. Nothing is decided here.
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

func readBytes(_ reader: inout BufferReader, count: Int) throws -> UnsafeRawBufferPointer {
    try reader.take(count)
}

func hasRemaining(_ reader: BufferReader) -> Bool {
    reader.hasRemaining
}

/// Writes into a buffer that the core will own, so that nothing is copied when it crosses.
struct BufferWriter {
    private(set) var buffer = RustBuffer.empty()

    /// Room for a record, so that few of them grow.
    init(room: Int = 512) {
        buffer.reserve(room)
    }

    /// The place of so many more bytes, which have to be written.
    mutating func place(_ count: Int) -> UnsafeMutableRawPointer {
        if Int(buffer.capacity - buffer.len) < count { buffer.reserve(count) }
        guard let start = buffer.data else { fatalError("there is no memory left") }
        defer { buffer.len += UInt64(count) }
        return UnsafeMutableRawPointer(start + Int(buffer.len))
    }
}

func writeInt<Whole: FixedWidthInteger>(_ writer: inout BufferWriter, _ value: Whole) {
    writer.place(MemoryLayout<Whole>.size).storeBytes(of: value.bigEndian, as: Whole.self)
}

func writeDouble(_ writer: inout BufferWriter, _ value: Double) {
    writeInt(&writer, value.bitPattern)
}

func writeBytes<Bytes: Collection<UInt8>>(_ writer: inout BufferWriter, _ bytes: Bytes) {
    let isWritten: Void? = bytes.withContiguousStorageIfAvailable { bytes in
        guard let first = bytes.baseAddress else { return }
        writer.place(bytes.count).copyMemory(from: first, byteCount: bytes.count)
    }
    // Apple's platforms have texts that lie elsewhere.
    if isWritten == nil { writeBytes(&writer, Array(bytes)) }
}

/// A text alone, which crosses without its length.
func textBuffer(_ text: String) -> RustBuffer {
    var writer = BufferWriter(room: text.utf8.count)
    writeBytes(&writer, text.utf8)
    return writer.buffer
}

extension RustBuffer {
    static func empty() -> RustBuffer {
        RustBuffer(capacity: 0, len: 0, data: nil)
    }

    /// Room for so many more bytes.
    mutating func reserve(_ count: Int) {
        let buffer = self
        self = coreCall { ffi_billwire_rustbuffer_reserve(buffer, UInt64(count), $0) }
    }

    /// Gives the memory back; the buffer must not be used after that.
    func deallocate() {
        coreCall { ffi_billwire_rustbuffer_free(self, $0) }
    }
}

/// A call of the core's that cannot fail, and needs no look at what came of it.
func coreCall<Result>(_ call: (UnsafeMutablePointer<RustCallStatus>) -> Result) -> Result {
    var status = RustCallStatus()
    return call(&status)
}
