import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Context, Services } from '#core/context.ts'
import { type Bulk, writeInBulk } from '#db/bulk.ts'
import { refusalOf } from '#db/errors.ts'
import { fromShillings } from '#domain/money.ts'
import { fileUrl } from '#domain/storage.ts'
import { stockShelf } from '#features/catalogue/fill-catalogue.ts'
import { stockStrip } from '#features/content/home-strip.ts'
import { listShown } from '#features/files/file-references.ts'
import { changeSettings } from '#features/settings/shop-settings.ts'
import type { SeedPerson } from '../seed/buyers.ts'
import { seedOrders } from '../seed/orders.ts'
import { type DemoProduct, demoProducts } from './catalogue.ts'
import { type DemoSignIn, demoAffiliateEmail } from './demo-people.ts'
import { demoZones, stockZones } from './demo-zones.ts'
import { demoAd, demoPromotion } from './strip.ts'

const drawn = 'demo/pictures'
type Filling = Pick<Context, 'db'> & { services: Pick<Services, 'files'> }

/** Creates the demo's products, pictures and zones of delivery on the first start, and promises an exchange. Returns whether it created any. */
export async function fillDemo(ctx: Context): Promise<boolean> {
  const products = demoProducts.map((product) => ({
    ...product,
    price: fromShillings(product.price),
    images: product.pictures.map(({ alt }, index) => ({ url: addressOf(product, index), alt })),
  }))
  const filled = await stockShelf(ctx, products)
  if (filled) {
    await stockZones(ctx, demoZones)
    await changeSettings(ctx, { exchange_days: 7 })
  }
  await keepPictures(ctx)
  return filled
}

/** `product-images/products/{productId}_{index}_{timestamp}`, as uploads are named (spec §7 Storage). */
function stemOf(product: DemoProduct, index: number): string {
  return `product-images/products/${product.id}_${index}_${Date.parse(product.createdAt)}`
}

function addressOf(product: DemoProduct, index: number): string {
  return fileUrl(`${stemOf(product, index)}.webp`)
}

/** Stores the missing pictures of products, also after an interrupted start; never those that an admin has deleted. */
async function keepPictures(ctx: Filling) {
  const { files } = ctx.services
  const pictures = demoProducts.flatMap((product) =>
    product.pictures.map(({ view }, index) => ({
      address: addressOf(product, index),
      stem: stemOf(product, index),
      drawing: `${product.slug}-${view}`,
    })),
  )
  const shown = new Set(
    await listShown(
      ctx,
      pictures.map(({ address }) => address),
    ),
  )
  const all = await readdir(drawn)
  for (const { address, stem, drawing } of pictures)
    if (shown.has(address) && !(await files.find(`${stem}.webp`))) await keepDrawing(ctx, { all, stem, drawing })
}

async function keepDrawing({ services: { files } }: Filling, { all, stem, drawing }: { all: string[]; stem: string; drawing: string }) {
  const endings = all
    .filter((name) => name.startsWith(drawing))
    .map((name) => name.slice(drawing.length))
    .filter((ending) => /^(-\d+|-og)?\.\w+$/.test(ending))
  // The file of the picture's address is written last: where it exists, all variants do.
  for (const ending of endings.sort((a, b) => b.length - a.length)) await files.put(stem + ending, await readFile(join(drawn, drawing + ending)))
}

/** The demo's made-up orders: eight a day for a month, by three affiliates and the one who can sign in, among others. */
const past = { count: 240, days: 30, perAffiliate: 4 }

/**
 * Creates the demo's ad, promotion and a month of made-up orders. Returns false where the owner of the database may not bulk load rows (db/bulk.ts):
 * then the demo starts without the orders.
 */
export async function makeDemoPast(ctx: Context, ownerUrl: string): Promise<boolean> {
  const all = await readdir(drawn)
  await keepDrawing(ctx, { all, stem: demoAd.stem, drawing: demoAd.drawing })
  await stockStrip(ctx, { ad: { ...demoAd, image_url: fileUrl(`${demoAd.stem}.webp`) }, promotion: demoPromotion })
  try {
    await writeInBulk(ownerUrl, [], async (bulk) => seedOrders(ctx, bulk, { ...past, affiliates: await markAffiliate(bulk) }))
    return true
  } catch (error) {
    if (refusalOf(error)?.code === '42501') return false
    throw error
  }
}

/** The affiliate who can sign in joined before the month, and is marked as made up, so that `leaveDemo` finds what it earned. */
async function markAffiliate({ db }: Bulk): Promise<SeedPerson[]> {
  const { rows } = await db.execute<SeedPerson & Record<string, unknown>>(sql`
    with joined as (update profiles p set created_at = now() - make_interval(days => ${past.days + 5}), affiliate_since = now() - make_interval(days => ${past.days + 5})
      from auth.users u where u.id = p.id and u.email = ${demoAffiliateEmail} and p.is_affiliate returning p.id, p.full_name as name, p.phone),
    marked as (insert into made_up_people (profile_id) select id from joined)
    select id, name, phone from joined`)
  return rows
}

/** The demo accounts and their passwords, as lines for the console. */
export function signInFacts(people: DemoSignIn[]): string[] {
  return people.map(({ role, email, password }) => `  ${role[0]?.toUpperCase()}${role.slice(1).padEnd(12)} ${email}, password ${password}`)
}
