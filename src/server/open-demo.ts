import { access, cp, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fromShillings } from '#domain/money.ts'
import { storagePath } from '#domain/storage.ts'
import { stockShelf } from '#features/catalogue/stock-shelf.ts'
import type { Context } from '#features/context.ts'
import { type DemoProduct, demoCategories, demoProducts } from '../../demo/catalogue.ts'

const drawn = 'demo/pictures'

/** The demo's catalogue on a first start: products on the shelf, their pictures in the shop's own storage. Answers whether it did anything. */
export async function fillDemo(ctx: Pick<Context, 'db'>, dataDir: string): Promise<boolean> {
  const products = demoProducts.map((product) => ({
    ...product,
    price: fromShillings(product.price),
    images: product.pictures.map(({ alt }, index) => ({ url: `${storagePath}/${pictureName(product, index)}.webp`, alt })),
  }))
  const filled = await stockShelf(ctx, demoCategories, products)
  await copyPictures(join(dataDir, 'files'))
  return filled
}

/** `product-images/products/{productId}_{index}_{timestamp}`, as uploads are named (spec §7 Storage). */
function pictureName(product: DemoProduct, index: number): string {
  return `product-images/products/${product.id}_${index}_${Date.parse(product.createdAt)}`
}

async function copyPictures(files: string) {
  const last = demoProducts.at(-1) as DemoProduct
  if (await exists(join(files, `${pictureName(last, 0)}.webp`))) return
  await mkdir(join(files, 'product-images/products'), { recursive: true })
  const all = await readdir(drawn)
  for (const product of demoProducts) {
    for (const [index, { view }] of product.pictures.entries()) {
      const stem = `${product.slug}-${view}`
      for (const file of all.filter((name) => name.startsWith(stem) && /^(-\d+|-og)?\.\w+$/.test(name.slice(stem.length)))) {
        await cp(join(drawn, file), join(files, `${pictureName(product, index)}${file.slice(stem.length)}`))
      }
    }
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
