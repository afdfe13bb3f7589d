import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fromShillings } from '#domain/money.ts'
import { fileUrl } from '#domain/storage.ts'
import { stockShelf } from '#features/catalogue/stock-shelf.ts'
import type { Context, Services } from '#features/context.ts'
import { listShown } from '#features/files/list-shown.ts'
import type { DemoSignIn } from '#features/people/make-demo-people.ts'
import { type DemoProduct, demoProducts } from '../../demo/catalogue.ts'

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
  for (const { address, stem, drawing } of pictures) {
    if (!shown.has(address) || (await files.find(`${stem}.webp`))) continue
    const endings = all
      .filter((name) => name.startsWith(drawing))
      .map((name) => name.slice(drawing.length))
      .filter((ending) => /^(-\d+|-og)?\.\w+$/.test(ending))
    // The one that its address names last: where it is, the others are.
    for (const ending of endings.sort((a, b) => b.length - a.length)) await files.put(stem + ending, await readFile(join(drawn, drawing + ending)))
  }
}

/** Lines about the demo's people, for whoever starts it or fills it. */
export function signInFacts(people: DemoSignIn[]): string[] {
  return people.map(({ role, email, password }) => `  ${role[0]?.toUpperCase()}${role.slice(1).padEnd(12)} ${email}, password ${password}`)
}
