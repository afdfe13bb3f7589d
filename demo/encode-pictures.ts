// Draws every product in every view and encodes the files of demo/pictures, and the shop's own card public/og.jpg.
//   node demo/encode-pictures.ts [--force]      only what is missing, or all of it; the whole takes the better part of an hour on one core
import { existsSync } from 'node:fs'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { type Encoding, emptyEncodings, encodings, picturesFolder, previewEnding } from './picture-files.ts'
import { brandCard, cardSize, previewCard } from './preview-cards.ts'
import { catalogue, draw, views } from './shoes.mjs'

const force = process.argv.includes('--force')
const brandCardFile = new URL('../public/og.jpg', import.meta.url)
/** The shoe of the empty states and of the shop's own card. */
const houseShoe = catalogue.find(({ slug }) => slug === 'uwanja-jua')!

sharp.concurrency(1)
await mkdir(picturesFolder, { recursive: true })
for (const drawing of catalogue) {
  for (const view of views) await encodeMissing(`${drawing.slug}-${view}`, encodings, () => rasterise(draw(drawing, view)))
  await writeMissing(new URL(`${drawing.slug}-side${previewEnding}`, picturesFolder), () => jpegCard(previewCard(drawing)))
}
await encodeMissing('empty', emptyEncodings, () => rasterise(draw(houseShoe, 'cutout')))
await writeMissing(brandCardFile, () => jpegCard(brandCard(houseShoe)))
await report()

/** Draws only when a file is missing, and then once for all of them. */
async function encodeMissing(name: string, wanted: readonly Encoding[], drawBoard: () => Promise<Sharp>) {
  let board: Sharp | undefined
  for (const encoding of wanted) {
    await writeMissing(new URL(`${name}${encoding.ending}`, picturesFolder), async () => {
      board ??= await drawBoard()
      return encode(board.clone(), encoding)
    })
  }
}

async function writeMissing(file: URL, make: () => Promise<Buffer>) {
  if (force || !existsSync(file)) await writeFile(file, await make())
}

/** Twice the drawing's own size, 2000 pixels wide, so that every file is a reduction. */
async function rasterise(svg: string) {
  const { data, info } = await sharp(Buffer.from(svg), { density: 144 }).raw().toBuffer({ resolveWithObject: true })
  const board = sharp(data, { raw: info })
  return (await board.stats()).isOpaque ? board.removeAlpha() : board
}

// Full colour resolution costs AVIF less than it gains at the red and green edges; WebP has none, but can choose its half well.
function encode(picture: Sharp, { width, format, quality }: Encoding) {
  const small = picture.resize(width)
  if (format === 'avif') return small.avif({ quality, effort: 6, chromaSubsampling: '4:4:4' }).toBuffer()
  return small.webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
}

async function jpegCard(svg: string) {
  const board = await rasterise(svg)
  return board.resize(cardSize).jpeg({ quality: 76, mozjpeg: true }).toBuffer()
}

async function report() {
  const names = await readdir(picturesFolder)
  const sizes = await Promise.all(names.map(async (name) => (await stat(new URL(name, picturesFolder))).size))
  console.log(`${names.length} files, ${(sizes.reduce((sum, size) => sum + size, 0) / 1e6).toFixed(2)} MB`)
}
