import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeInBulk } from '#db/bulk.ts'
import { refusalOf } from '#db/errors.ts'
import { fromShillings } from '#domain/money.ts'
import { fileUrl } from '#domain/storage.ts'
import { stockShelf } from '#features/catalogue/stock-shelf.ts'
import { stockStrip } from '#features/content/home-strip.ts'
import type { Context, Services } from '#features/context.ts'
import { listShown } from '#features/files/list-shown.ts'
import type { DemoSignIn } from '#features/people/make-demo-people.ts'
import { type DemoProduct, demoProducts } from '../../demo/catalogue.ts'
import { demoAd, demoPromotion } from '../../demo/strip.ts'
import { seedOrders } from '../../seed/orders.ts'

const drawn = 'demo/pictures'
type Filling = Pick<Context, 'db'> & { services: Pick<Services, 'files'> }

/** The demo's catalogue on a first start: products on the shelf, their pictures in the shop's own storage. Answers whether it did anything. */
export async function fillDemo(ctx: Filling): Promise<boolean> {
  const products = demoProducts.map((product) => ({
    ...product,
    price: fromShillings(product.price),
    images: product.pictures.map(({ alt }, index) => ({ url: addressOf(product, index), alt })),
  }))
  const filled = await stockShelf(ctx, products)
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

/** Those that are shown and not there yet: also after a start that was cut off, and never those that an admin has deleted. */
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
  // The one that its address names last: where it is, the others are.
  for (const ending of endings.sort((a, b) => b.length - a.length)) await files.put(stem + ending, await readFile(join(drawn, drawing + ending)))
}

/** A busy little shop: eight orders a day, and three affiliates among its buyers. */
const past = { count: 240, days: 30, perAffiliate: 4 }

/**
 * What a demo is born with besides its shelf: an ad and a promotion on the home page, and a month of made-up orders behind it. Answers false where the owner
 * of the database may not copy rows in (db/bulk.ts): such a demo begins without the orders.
 */
export async function makeDemoPast(ctx: Context, ownerUrl: string): Promise<boolean> {
  const all = await readdir(drawn)
  await keepDrawing(ctx, { all, stem: demoAd.stem, drawing: demoAd.drawing })
  await stockStrip(ctx, { ad: { ...demoAd, image_url: fileUrl(`${demoAd.stem}.webp`) }, promotion: demoPromotion })
  try {
    await writeInBulk(ownerUrl, [], (bulk) => seedOrders(ctx, bulk, past))
    return true
  } catch (error) {
    if (refusalOf(error)?.code === '42501') return false
    throw error
  }
}

/** Lines about the demo's people, printed when it is started or filled. */
export function signInFacts(people: DemoSignIn[]): string[] {
  return people.map(({ role, email, password }) => `  ${role[0]?.toUpperCase()}${role.slice(1).padEnd(12)} ${email}, password ${password}`)
}
