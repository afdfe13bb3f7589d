import { readFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import { pictureFiles, previewFile } from '#domain/storage.ts'
import type { Done, Work } from './pictures.ts'

/**
 * A process for one picture, because its bytes come from strangers and their decoders are C: what they use up, or break, is here and ends here.
 * It is forked by picture-encoder.ts, which also ends it when it takes too long.
 */
const sides = { least: 50, most: 16_000 }
/**
 * Pixels that unpack into less than 300 MB: an ordinary JPEG is shrunk while it is read, so that those of the largest phones come in; a progressive one is
 * held whole before its first line is known.
 */
const mostPixels = { jpeg: 50_000_000, progressive: 30_000_000, other: 16_000_000 }
const widest = Math.max(...pictureFiles.map(({ width }) => width))
/** The wall behind a picture whose shape is not that of a link preview. */
const wall = '#f5f4f8'
const quality = { webp: 68, avif: 48, jpeg: 78 }

sharp.cache(false)
sharp.concurrency(1)
// Only these decoders can be reached, whatever the bytes say they are.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

process.once('message', async (work: Work) => {
  const done = await encode(work).catch((): Done => ({ refusal: 'unreadable' }))
  process.send?.(done, () => process.disconnect())
})

async function encode({ bytes, withPreview }: Work): Promise<Done> {
  // Reads no more than the head of the file.
  const { format, width, height, autoOrient, isProgressive } = await sharp(bytes, { limitInputPixels: false }).metadata()
  const size = { width: autoOrient.width, height: autoOrient.height }
  if (Math.min(width, height) < sides.least || Math.max(width, height) > sides.most) return { refusal: 'wrong_sides', ...size }
  const most = mostPixels[format !== 'jpeg' ? 'other' : isProgressive ? 'progressive' : 'jpeg']
  if (width * height > most) return { refusal: 'too_many_pixels', ...size }

  // Once, to the largest size that is kept; what the camera wrote stays behind. A file that ends in the middle is refused.
  const { data, info } = await sharp(bytes, { limitInputPixels: most, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: widest, height: 2 * widest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const board = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const files: { ending: string; bytes: Uint8Array }[] = []
  for (const { ending, width } of pictureFiles) files.push({ ending, bytes: await written(board(), ending, width) })
  if (withPreview) files.push({ ending: previewFile.ending, bytes: await previewOf(board()) })
  return { picture: { ...size, files, peakBytes: peakBytes() } }
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

/** Linux counts what a process took before it became this program as well, unless asked here. */
function peakBytes(): number {
  try {
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
  } catch {
    return process.resourceUsage().maxRSS * 1024
  }
}
