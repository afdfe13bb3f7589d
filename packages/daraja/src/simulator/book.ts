import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { becomeSoleWriter } from './sole-writer.ts'

const common = { at: z.iso.datetime(), checkoutRequestId: z.string() }
const money = { phone: z.string(), amount: z.int(), reference: z.string() }
const ofPayout = { at: z.iso.datetime(), conversationId: z.string() }
const delivery = { outcome: z.enum(['answered', 'unanswered', 'dropped']), status: z.int().optional() }

/** One line of the book. Amounts in whole KSh, times in ISO 8601 UTC, codes as text. */
const bookEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('prompt'),
    ...common,
    ...money,
    merchantRequestId: z.string(),
    description: z.string(),
    shortcode: z.string(),
    callbackUrl: z.string(),
    expiresAt: z.iso.datetime(),
  }),
  z.object({ kind: z.literal('result'), ...common, ...money, code: z.string(), receipt: z.string().optional() }),
  z.object({
    kind: z.literal('callback'),
    ...common,
    code: z.string(),
    ...delivery,
  }),
  z.object({
    kind: z.literal('payout'),
    ...ofPayout,
    originatorConversationId: z.string(),
    phone: z.string(),
    amount: z.int(),
    remarks: z.string(),
    occasion: z.string(),
    shortcode: z.string(),
    resultUrl: z.string(),
    timeoutUrl: z.string(),
    /** The result code of a wrong initiator, decided when the request arrived. The credential itself is never written. */
    verdict: z.string().optional(),
  }),
  /** Paid with code 0; then the transaction id is the receipt. */
  z.object({ kind: z.literal('payoutResult'), ...ofPayout, code: z.string(), transactionId: z.string() }),
  z.object({ kind: z.literal('payoutNotice'), ...ofPayout, what: z.enum(['result', 'timeout']), ...delivery }),
  /** A received SMS. */
  z.object({ kind: z.literal('sms'), at: z.iso.datetime(), id: z.string(), phone: z.string(), from: z.string(), text: z.string() }),
  /** The new balance of the payout account. */
  z.object({ kind: z.literal('funds'), at: z.iso.datetime(), amount: z.int() }),
])

export type BookEntry = z.output<typeof bookEntry>
/** The lines of one kind. */
export type EntryOf<Kind extends BookEntry['kind']> = Extract<BookEntry, { kind: Kind }>

export interface Book {
  /** The entries at the time of opening, oldest first. */
  entries: BookEntry[]
  /** Resolves once the line is synced to disk. Callers must not act on or report an entry before that. */
  append(entry: BookEntry): Promise<void>
  close(): Promise<void>
}

/** Opens an append-only JSONL file. An incomplete last line was cut off by a kill before anything was reported, so it is removed. */
export async function openBook(path: string): Promise<Book> {
  await mkdir(dirname(path), { recursive: true })
  const claim = await becomeSoleWriter(path, timeoutMs)
  const file = await open(path, 'a+', 0o600)
  const letGo = () => file.close().finally(claim.release)
  try {
    const { entries, size } = await readBack(file, path)
    await syncFolder(dirname(path))
    return { entries, ...writer(file, size, letGo) }
  } catch (cause) {
    await letGo()
    throw cause
  }
}

/** Milliseconds within which a simulator that is stopping releases its book. */
const timeoutMs = 3_000

async function readBack(file: FileHandle, path: string) {
  const text = await file.readFile()
  const size = text.lastIndexOf('\n') + 1
  if (size < text.length) await file.truncate(size)
  const lines = text.subarray(0, size).toString('utf8').split('\n').slice(0, -1)
  return { entries: lines.map((line, index) => parseLine(line, `${path}:${index + 1}`)), size }
}

function parseLine(line: string, where: string): BookEntry {
  try {
    return bookEntry.parse(JSON.parse(line))
  } catch (cause) {
    throw new Error(`${where} is not a line of the simulator's book`, { cause })
  }
}

/** A new file survives a power cut only when its folder is synced as well. */
async function syncFolder(path: string) {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

interface Waiting {
  line: string
  resolve: () => void
  reject: (cause: unknown) => void
}

/** Lines that arrive while the disk is busy share the next fsync. */
function writer(file: FileHandle, startSize: number, letGo: () => Promise<void>): Pick<Book, 'append' | 'close'> {
  let size = startSize
  let waiting: Waiting[] = []
  let writing: Promise<void> | undefined

  async function drain() {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await write(Buffer.from(batch.map(({ line }) => line).join('')))
        for (const { resolve } of batch) resolve()
      } catch (cause) {
        for (const { reject } of batch) reject(cause)
      }
    }
    writing = undefined
  }

  async function write(bytes: Buffer) {
    try {
      await file.appendFile(bytes)
      await file.datasync()
      size += bytes.length
    } catch (cause) {
      // Removes a partly written line, which would make the book unreadable.
      await file.truncate(size)
      throw cause
    }
  }

  return {
    append: (entry) =>
      new Promise((resolve, reject) => {
        waiting.push({ line: `${JSON.stringify(entry)}\n`, resolve, reject })
        writing ??= drain()
      }),
    close: async () => {
      await writing
      await letGo()
    },
  }
}
