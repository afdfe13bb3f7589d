import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { optionalWords, parseInput } from '#core/input.ts'
import { type FormSnapshot, requireUnchanged } from '#core/optimistic-lock.ts'
import { writeChange } from '#core/write-audit.ts'
import {
  allParts,
  type ChangedTexts,
  type MessageName,
  type MessagePart,
  messageNames,
  messageOf,
  partsOf,
  templateOf,
  templateRefusal,
} from '#domain/message-texts.ts'
import { Problem } from '#domain/problem.ts'

const text = optionalWords(4000).optional()
/** An empty text is the one that the shop was born with. */
export const messageChanges = z.object({ name: z.enum(messageNames, 'Choose one of the messages.'), sms: text, subject: text, letter: text })

export interface MessageTextRow extends Record<MessagePart, string> {
  name: MessageName
  label: string
  /** The parts that the shop has changed. */
  changed: MessagePart[]
}

/** Every text to buyers and affiliates, as it is sent; an empty one where it has no such part. */
export async function listMessageTexts(ctx: Context): Promise<MessageTextRow[]> {
  requirePermission(ctx, 'manage_settings')
  const changed = await readTexts(ctx)
  return messageNames.map((name) => rowOf(name, changed))
}

/** Changes some parts of a text; messages of all processes have it within a second. */
export async function changeMessageText(ctx: Context, sent: unknown, snapshot?: FormSnapshot): Promise<void> {
  const { userId } = requirePermission(ctx, 'manage_settings')
  const { name, ...given } = parseInput(messageChanges, sent)
  const wanted = Object.fromEntries(
    partsOf(name).flatMap((part) => (given[part] === undefined ? [] : [[part, given[part] || messageOf(name)[part]]])),
  ) as Partial<Record<MessagePart, string>>
  refuseWrongTexts(name, wanted)
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`lock table message_texts in share row exclusive mode`)
    const before = pick(rowOf(name, await readTexts({ ...ctx, db: tx })))
    requireUnchanged(before, wanted, snapshot)
    const after = { ...before, ...wanted }
    const [sms, subject, letter] = allParts.map((part) => (after[part] === (messageOf(name)[part] ?? '') ? null : after[part]))
    await tx.execute(sql`delete from message_texts where name = ${name}`)
    if (sms !== null || subject !== null || letter !== null)
      await tx.execute(sql`
        insert into message_texts (name, sms, subject, letter, changed_at, changed_by)
        values (${name}, ${sms}, ${subject}, ${letter}, ${ctx.now}, ${userId}::uuid)`)
    await writeChange(tx, ctx, { action: 'message text changed', table: 'message_texts', id: name, before, after })
  })
}

function refuseWrongTexts(name: MessageName, wanted: Partial<Record<MessagePart, string>>) {
  const refusals = allParts.flatMap((part) => {
    const refusal = wanted[part] === undefined ? null : templateRefusal(name, part, wanted[part])
    return refusal ? [[part, refusal]] : []
  })
  if (refusals.length > 0) throw new Problem('bad_input', { fields: Object.fromEntries(refusals) })
}

async function readTexts({ db }: Pick<Context, 'db'>): Promise<ChangedTexts> {
  const { rows } = await db.execute<{ name: MessageName; sms: string | null; subject: string | null; letter: string | null }>(sql`
    select name, sms, subject, letter from message_texts`)
  return Object.fromEntries(rows.map(({ name, ...texts }) => [name, texts]))
}

function rowOf(name: MessageName, changed: ChangedTexts): MessageTextRow {
  const [sms, subject, letter] = allParts.map((part) => templateOf(name, part, changed)) as [string, string, string]
  return { name, label: messageOf(name).label, sms, subject, letter, changed: allParts.filter((part) => changed[name]?.[part]) }
}

function pick({ sms, subject, letter }: MessageTextRow) {
  return { sms, subject, letter }
}
