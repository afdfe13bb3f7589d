import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { optionalWords, parseInput } from '#core/input.ts'
import { exampleId, operation, withFields } from '#core/operation.ts'
import { isUuid } from '#core/page-of.ts'
import { writeAudit, writeChange } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { productImages, products } from '#db/schema.ts'
import { Problem } from '#domain/problem.ts'
import { lockProduct } from '#features/catalogue/write-product.ts'
import { requireStoredPicture, writeWithFiles } from '#features/files/require-stored.ts'

/** A row of the table `product_images` (spec §3). */
export const imageRow = z.object({
  id: z.uuid(),
  product_id: z.uuid(),
  image_url: z.string(),
  alt_text: z.string(),
  display_order: z.int(),
  is_primary: z.boolean(),
})
export type ImageRow = z.infer<typeof imageRow>

/** The gallery of a product, in its order; empty for a product that is not on any shelf. */
export async function listImages(ctx: Context, productId: string): Promise<ImageRow[]> {
  const shelved = ctx.db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, productId), isNull(products.archived_at)))
  return gallery(ctx.db, inArray(productImages.product_id, shelved))
}

/** The same inside a transaction that has locked the product. */
function imagesOf(tx: Database, productId: string): Promise<ImageRow[]> {
  return gallery(tx, eq(productImages.product_id, productId))
}

function gallery(db: Database, condition: ReturnType<typeof eq>): Promise<ImageRow[]> {
  return db.select().from(productImages).where(condition).orderBy(asc(productImages.display_order), asc(productImages.id))
}

const mostImages = 20

/**
 * Adds a picture that this shop stores to a product, at the end by default; the first one becomes primary (spec §5).
 */
export async function addImage(ctx: Context, sent: unknown): Promise<ImageRow> {
  requirePermission(ctx, 'sell')
  const { product_id, image_url, alt_text, display_order, is_primary } = parseInput(newImage, sent)
  const add = async (tx: Database) => {
    await lockProduct(tx, product_id)
    await requireStoredPicture(tx, 'image_url', image_url)
    const present = await imagesOf(tx, product_id)
    if (present.length >= mostImages) throw new Problem('bad_input', { fields: { product_id: `A product has at most ${mostImages} pictures.` } })
    const end = (present.at(-1)?.display_order ?? -1) + 1
    const [made] = (await tx.insert(productImages).values({ product_id, image_url, alt_text, display_order: end }).returning()) as [ImageRow]
    await arrangeImages(tx, product_id, placedAt(present, made, display_order ?? present.length), is_primary ? made.id : undefined)
    const row = (await imagesOf(tx, product_id)).find(({ id }) => id === made.id) as ImageRow
    await writeAudit(tx, ctx, { action: 'picture added', table: 'product_images', id: row.id, after: row })
    return row
  }
  return writeWithFiles(ctx, 'image_url', add)
}

/**
 * Numbers a gallery from 0 in the order given, and keeps exactly one primary: the one asked for, else the one that was, else the first (spec §5, Image picker).
 */
async function arrangeImages(tx: Database, productId: string, images: ImageRow[], primaryId?: string): Promise<void> {
  const primary = primaryId ?? (images.find((image) => image.is_primary) ?? images[0])?.id
  if (!primary) return
  // The old primary is cleared first, so that there are never two.
  await tx.execute(sql`update product_images set is_primary = false where product_id = ${productId} and is_primary and id <> ${primary}`)
  await tx.execute(sql`
    update product_images i set display_order = p.place - 1, is_primary = (i.id = ${primary})
    from jsonb_array_elements_text(${JSON.stringify(images.map(({ id }) => id))}::jsonb) with ordinality as p(id, place)
    where i.id = p.id::uuid`)
}

/** The gallery with one image moved to another place; a place past the end means the end. */
function placedAt(images: ImageRow[], image: ImageRow, place: number): ImageRow[] {
  const others = images.filter(({ id }) => id !== image.id)
  return [...others.slice(0, place), image, ...others.slice(place)]
}

/** Changes a picture, moves it in its gallery, or makes it the primary one. */
export async function changeImage(ctx: Context, id: string, sent: unknown): Promise<ImageRow> {
  requirePermission(ctx, 'sell')
  const { display_order, is_primary, ...columns } = parseInput(imageChanges, sent)
  const change = async (tx: Database) => {
    const { image, gallery } = await lockImage(tx, id)
    // An address stored earlier may be older than this rule.
    if (columns.image_url !== undefined && columns.image_url !== image.image_url) await requireStoredPicture(tx, 'image_url', columns.image_url)
    if (Object.keys(columns).length > 0) await tx.update(productImages).set(columns).where(eq(productImages.id, image.id))
    const place = display_order ?? gallery.indexOf(image)
    await arrangeImages(tx, image.product_id, placedAt(gallery, image, place), is_primary ? image.id : undefined)
    const after = (await imagesOf(tx, image.product_id)).find((each) => each.id === image.id) as ImageRow
    await writeChange(tx, ctx, { action: 'picture changed', table: 'product_images', id: image.id, before: image, after })
    return after
  }
  return writeWithFiles(ctx, 'image_url', change)
}

/** Takes a picture out of its gallery; deleting the primary promotes the first that remains (spec §5). */
export async function deleteImage(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx, 'sell')
  await ctx.db.transaction(async (tx) => {
    const { image, gallery } = await lockImage(tx, id)
    await tx.delete(productImages).where(eq(productImages.id, image.id))
    await arrangeImages(
      tx,
      image.product_id,
      gallery.filter((each) => each !== image),
    )
    await writeAudit(tx, ctx, { action: 'picture deleted', table: 'product_images', id: image.id, before: image })
  })
}

const columns = {
  image_url: z.string('Enter the address of the picture.').max(2000, 'This address is too long.').meta({
    description: 'Of a picture that this shop stores: what its upload answered',
    example: '/files/product-images/products/3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c_0_1763680000000.webp',
  }),
  alt_text: optionalWords(300),
  display_order: z
    .int('Enter a whole number.')
    .min(0, 'Enter 0 or more.')
    .max(1000, 'Enter at most 1000.')
    .meta({ description: 'Place in the gallery, from 0; the others move aside' }),
  is_primary: z.boolean('Write true or false.').meta({ description: 'True makes it the picture of cards; exactly one picture is' }),
}

const newImage = z.object({
  product_id: z.uuid("We don't know this product."),
  image_url: columns.image_url,
  alt_text: columns.alt_text.default(''),
  display_order: columns.display_order.optional(),
  is_primary: columns.is_primary.default(false),
})

const imageChanges = z.object(columns).partial()

/** Locks a picture and its gallery by locking their product. */
async function lockImage(tx: Database, id: string): Promise<{ image: ImageRow; gallery: ImageRow[] }> {
  const [found] = isUuid(id) ? await tx.select({ product_id: productImages.product_id }).from(productImages).where(eq(productImages.id, id)) : []
  if (!found) throw new Problem('image_not_found')
  await lockProduct(tx, found.product_id)
  const gallery = await imagesOf(tx, found.product_id)
  const image = gallery.find((each) => each.id === id.toLowerCase())
  if (!image) throw new Problem('image_not_found')
  return { image, gallery }
}

const may = 'sell'
const picture_id = z.string('Say which picture.')

/** The call, whose fields are a form each in the panel. */
const changing = operation({
  ...{ may, call: 'PATCH /product_images/{picture_id}', name: 'updateProductImage', summary: 'Change, move or promote a picture' },
  ...{ input: z.object({ picture_id, ...imageChanges.shape }), example: { is_primary: true } },
  ...{ output: imageRow, said: 'The picture as it is now', problems: ['image_not_found'] },
  run: (ctx, { picture_id, ...changes }) => changeImage(ctx, picture_id, changes),
})

/** What is done with the stored pictures of a product, under the names of domain/product-changes.ts. */
export const pictureOperations = {
  adding: operation({
    ...{ may, call: 'POST /product_images', name: 'createProductImage', summary: 'Add a picture to a product' },
    description:
      'Of a picture that was uploaded to product-images first; any other address is refused. At the end unless it says its place. The first picture of a product becomes the primary one.',
    input: newImage,
    example: {
      product_id: exampleId,
      image_url: `/files/product-images/products/${exampleId}_0_1763680000000.webp`,
      alt_text: 'Mbio Wingu from the side',
    },
    ...{ output: imageRow, said: 'The picture', problems: ['product_not_found'] },
    run: addImage,
  }),
  changing,
  'picture-place': changing,
  'picture-text': changing,
  'picture-primary': withFields(changing, { is_primary: true }),
  'picture-delete': operation({
    ...{ may, call: 'DELETE /product_images/{picture_id}', name: 'deleteProductImage', summary: 'Take a picture out of its gallery' },
    description: 'Deleting the primary one promotes the first that remains; the others are renumbered.',
    ...{ input: z.object({ picture_id }), problems: ['image_not_found'] },
    run: (ctx, { picture_id }) => deleteImage(ctx, picture_id),
  }),
}
