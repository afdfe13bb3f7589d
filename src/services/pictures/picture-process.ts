import { readFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import { pictureFiles, previewFile } from '#domain/storage.ts'
import type { EncodedPicture, Unfit } from './picture-encoder.ts'
import type { PreviewWork } from './preview-cache.ts'

/**
 * Does one task in a process of its own, because uploads are untrusted and decoders are written in C: memory use and crashes stay in this process. Forked by
 * picture-pool.ts, which kills it after a timeout.
 */
const tasks = {
  /** Of an upload. */
  encode: { run: encode, decoders: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] },
  /** Of a WebP that the shop encoded, and an SVG of ours without text elements. */
  draw: { run: draw, decoders: ['VipsForeignLoadWebpBuffer', 'VipsForeignLoadSvgBuffer'] },
}
export type Tasks = {
  [Task in keyof typeof tasks]: { work: Parameters<(typeof tasks)[Task]['run']>[0]; done: Awaited<ReturnType<(typeof tasks)[Task]['run']>> }
}

const sides = { min: 50, max: 16_000 }
/**
 * Maximum pixels, so that decoding takes less than 300 MB: a baseline JPEG is scaled while it is read, so that photos of the largest phones are accepted;
 * a progressive one must be decoded whole.
 */
const maxPixelsOf = { jpeg: 50_000_000, progressive: 30_000_000, other: 16_000_000 }
const widest = Math.max(...pictureFiles.map(({ width }) => width))
/** Background of a picture whose aspect ratio is not that of a link preview. */
const wall = '#f5f4f8'
const quality = { webp: 68, avif: 48, jpeg: 78, drawn: 80 }

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })

process.once('message', async ({ task, work }: { task: keyof Tasks; work: never }) => {
  const { run, decoders } = tasks[task]
  sharp.unblock({ operation: decoders })
  const done = await run(work).catch(() => null)
  process.send?.(done, () => process.disconnect())
})

async function encode({ bytes, withPreview }: { bytes: Uint8Array; withPreview: boolean }): Promise<EncodedPicture | Unfit> {
  // Reads only the file's header.
  const { format, width, height, autoOrient, isProgressive } = await sharp(bytes, { limitInputPixels: false }).metadata()
  const size = { width: autoOrient.width, height: autoOrient.height }
  if (Math.min(width, height) < sides.min || Math.max(width, height) > sides.max) return { refusal: 'wrong_sides', ...size }
  const maxPixels = maxPixelsOf[format !== 'jpeg' ? 'other' : isProgressive ? 'progressive' : 'jpeg']
  if (width * height > maxPixels) return { refusal: 'too_many_pixels', ...size }

  // Decoded once, to the largest stored size, without metadata. A truncated file is refused.
  const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: widest, height: 2 * widest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const board = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const files: { ending: string; bytes: Uint8Array }[] = []
  for (const { ending, width } of pictureFiles) files.push({ ending, bytes: await written(board(), ending, width) })
  if (withPreview) files.push({ ending: previewFile.ending, bytes: await previewOf(board()) })
  return { ...size, files, peakBytes: peakBytes() }
}

function written(board: Sharp, ending: string, width: number): Promise<Uint8Array> {
  const small = board.resize({ width, withoutEnlargement: true })
  if (ending.endsWith('.avif')) return small.avif({ quality: quality.avif, effort: 3 }).toBuffer()
  return small.webp({ quality: quality.webp, effort: 4, smartSubsample: true }).toBuffer()
}

function previewOf(board: Sharp): Promise<Uint8Array> {
  const { width, height } = previewFile
  return board
    .flatten({ background: wall })
    .resize({ width, height, fit: 'contain', background: wall })
    .jpeg({ quality: quality.jpeg, mozjpeg: true })
    .toBuffer()
}

/** Peak memory from /proc; getrusage would include the parent's memory from before exec. */
function peakBytes(): number {
  try {
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
  } catch {
    return process.resourceUsage().maxRSS * 1024
  }
}

async function draw({ words, picture }: PreviewWork): Promise<Uint8Array<ArrayBuffer>> {
  // Only here: an upload needs no font.
  const { previewDrawing, shoe } = await import('./preview-drawing.ts')
  const { width, height } = shoe
  const over = picture && { input: await sharp(picture).resize({ width, height, fit: 'cover' }).toBuffer(), left: shoe.left, top: 0 }
  return sharp(Buffer.from(previewDrawing(words)))
    .composite(over ? [over] : [])
    .jpeg({ quality: quality.drawn, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer()
}
