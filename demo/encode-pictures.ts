// Draws every product in every view and encodes the files of demo/pictures, and the shop's own card public/og.jpg.
//   node demo/encode-pictures.ts [--force]      only what is missing, or all of it; about half an hour on one core
import { existsSync } from 'node:fs'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { type Encoding, emptyFiles, encodings, pictureFiles, picturesFolder, previewEnding } from './picture-files.ts'
import { brandCard, cardSize, previewCard } from './preview-cards.ts'
import { catalogue, type Drawing, draw, type View, views } from './shoes.mjs'

const force = process.argv.includes('--force')
const brandCardFile = new URL('../public/og.jpg', import.meta.url)
/** The shoe of the empty states and of the shop's own card. */
const houseShoe = catalogue.find(({ slug }) => slug === 'uwanja-jua')!

sharp.concurrency(1)
await mkdir(picturesFolder, { recursive: true })
for (const drawing of catalogue) for (const view of views) await encodePicture(drawing, view)
await encodeEmpty()
if (force || !existsSync(brandCardFile)) await writeFile(brandCardFile, await jpegCard(brandCard(houseShoe)))
await report()

/** All files of a picture are encoded before the first is written, so that an interrupted run leaves whole sets. */
async function encodePicture(drawing: Drawing, view: View) {
  const names = pictureFiles(drawing.slug, view)
  if (areThere(names)) return
  const board = await rasterise(draw(drawing, view))
  const files = await Promise.all(encodings.map((encoding) => encode(board.clone().removeAlpha(), encoding)))
  if (names.some((name) => name.endsWith(previewEnding))) files.push(await jpegCard(previewCard(drawing)))
  await writeAll(names, files)
}

async function encodeEmpty() {
  if (areThere(emptyFiles)) return
  const board = await rasterise(draw(houseShoe, 'cutout'))
  const wanted = encodings.filter(({ ending }) => emptyFiles.includes(`empty${ending}`))
  await writeAll(emptyFiles, await Promise.all(wanted.map((encoding) => encode(board.clone(), encoding))))
}

/** Twice the drawing's own size, 2000 pixels wide, so that every file is a reduction. */
async function rasterise(svg: string) {
  const { data, info } = await sharp(Buffer.from(svg), { density: 144 }).raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: info })
}

// Full colour resolution costs AVIF less than it gains at the red and green edges; WebP has none, but can choose its half well.
function encode(picture: Sharp, { width, format, quality }: Encoding) {
  const small = picture.resize(width)
  if (format === 'avif') return small.avif({ quality, effort: 6, chromaSubsampling: '4:4:4' }).toBuffer()
  return small.webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
}

async function jpegCard(svg: string) {
  const board = await rasterise(svg)
  return board.removeAlpha().resize(cardSize).jpeg({ quality: 76, mozjpeg: true }).toBuffer()
}

function areThere(names: string[]) {
  return !force && names.every((name) => existsSync(new URL(name, picturesFolder)))
}

async function writeAll(names: string[], files: Buffer[]) {
  for (const [index, name] of names.entries()) await writeFile(new URL(name, picturesFolder), files[index]!)
}

async function report() {
  const names = await readdir(picturesFolder)
  const sizes = await Promise.all(names.map(async (name) => (await stat(new URL(name, picturesFolder))).size))
  console.log(`${names.length} files, ${(sizes.reduce((sum, size) => sum + size, 0) / 1e6).toFixed(2)} MB`)
}
