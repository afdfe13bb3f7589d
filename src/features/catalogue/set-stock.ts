import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { oneSize, type SizeStock } from '#domain/catalogue.ts'
import { Problem } from '#domain/problem.ts'

export interface WantedSize {
  label: string
  stock?: number
  /** What the form showed. */
  seen?: number | null
  remove?: boolean
}

/**
 * Sets sizes of a product to the wanted stock, each change as a row of stock_movements with the admin (decisions, Sizes and stock). Problems: stock_moved with
 * the present numbers when they differ from those that the form showed, bad_input for an existing size that the form did not show.
 */
export async function setSizes(tx: Database, ctx: Context, productId: string, wanted: WantedSize[], reason: 'opening' | 'manual'): Promise<void> {
  const present = await lockSizes(tx, productId)
  const unseen = wanted.findIndex((size) => size.seen === undefined && present.some(({ label }) => label === size.label))
  if (unseen >= 0) throw new Problem('bad_input', { fields: { [`sizes.${unseen}.seen`]: 'Send the stock that you saw.' } })
  refuseMoved(
    wanted.map(({ label, seen }) => ({ label, seen: seen ?? 0 })),
    present,
  )
  const removed = wanted.filter(({ remove }) => remove).map(({ label }) => label)
  const kept = wanted.filter(({ label }) => !removed.includes(label)).map(({ label, stock = 0 }) => ({ label, stock }))
  await addSizes(tx, productId, kept)
  await moveStock(tx, ctx, productId, [...kept, ...removed.map((label) => ({ label, stock: 0 }))], reason)
  await removeSizes(tx, productId, removed)
  if (present.every(({ label }) => wanted.some((size) => size.label === label))) await orderSizes(tx, productId, kept)
}

/** Sets a plain number, for a product without sizes of its own. Problems: stock_has_sizes, stock_moved when the stock differs from what the form showed. */
export async function setPlainStock(tx: Database, ctx: Context, productId: string, stock: number, seen: number): Promise<void> {
  const present = await lockSizes(tx, productId)
  if (present.some(({ label }) => label !== oneSize)) throw new Problem('stock_has_sizes')
  refuseMoved([{ label: oneSize, seen }], present)
  await addSizes(tx, productId, [{ label: oneSize, stock }])
  await moveStock(tx, ctx, productId, [{ label: oneSize, stock }], 'manual')
}

interface PresentSize extends SizeStock, Record<string, unknown> {
  position: number
}

/** In the fixed order in which orders take stock, so that the two cannot deadlock. */
async function lockSizes(tx: Database, productId: string): Promise<PresentSize[]> {
  const { rows } = await tx.execute<PresentSize>(
    sql`select label, stock, position from product_size where product_id = ${productId} order by id for update`,
  )
  return rows.sort((a, b) => a.position - b.position)
}

function refuseMoved(wanted: { label: string; seen: number }[], present: SizeStock[]) {
  const stockOf = (label: string) => present.find((size) => size.label === label)?.stock ?? 0
  const moved = wanted.filter(({ label, seen }) => seen !== stockOf(label)).map(({ label }) => ({ label, stock: stockOf(label) }))
  if (moved.length === 0) return
  throw new Problem('stock_moved', {
    detail: moved.map(({ label, stock }) => (label === oneSize ? String(stock) : `${stock} of size ${label}`)).join(', '),
    facts: { sizes: present.map(({ label, stock }) => ({ label, stock })) },
  })
}

/** New sizes come after the existing ones. */
async function addSizes(tx: Database, productId: string, wanted: SizeStock[]) {
  await tx.execute(sql`
    insert into product_size (product_id, label, position)
    select ${productId}::uuid, w.label, (select coalesce(max(position), -1) from product_size where product_id = ${productId}) + w.place
    from jsonb_array_elements_text(${labelsOf(wanted)}::jsonb) with ordinality as w(label, place)
    on conflict (product_id, label) do nothing`)
}

async function moveStock(tx: Database, ctx: Context, productId: string, wanted: SizeStock[], reason: 'opening' | 'manual') {
  await tx.execute(sql`
    insert into stock_movements (product_size_id, delta, reason, actor_id, created_at)
    select z.id, w.stock - z.stock, ${reason}, ${ctx.actor.userId}::uuid, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(label text, stock integer)
    join product_size z on z.product_id = ${productId} and z.label = w.label
    where w.stock <> z.stock order by z.id`)
}

/** Lines of orders keep the size that was sold. */
async function removeSizes(tx: Database, productId: string, labels: string[]) {
  if (labels.length === 0) return
  await tx.execute(sql`
    delete from product_size z where z.product_id = ${productId}
      and z.label in (select jsonb_array_elements_text(${JSON.stringify(labels)}::jsonb))
      and not exists (select from order_items i where i.product_size_id = z.id)`)
}

/** A list that names every size sets their order. */
async function orderSizes(tx: Database, productId: string, sizes: SizeStock[]) {
  await tx.execute(sql`
    update product_size z set position = w.place - 1 from jsonb_array_elements_text(${labelsOf(sizes)}::jsonb) with ordinality as w(label, place)
    where z.product_id = ${productId} and z.label = w.label`)
}

function labelsOf(sizes: SizeStock[]): string {
  return JSON.stringify(sizes.map(({ label }) => label))
}
