import sharp from 'sharp'
import { previewDrawing, shoe } from './preview-drawing.ts'
import type { PreviewWork } from './previews.ts'

/** Draws one link preview in a process of its own, for the reasons of picture-process.ts. Its inputs are a WebP encoded by the shop and an SVG without text elements. */
const quality = 80

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer', 'VipsForeignLoadSvgBuffer'] })

process.once('message', async (work: PreviewWork) => {
  const done = await draw(work).catch(() => null)
  process.send?.(done, () => process.disconnect())
})

async function draw({ words, picture }: PreviewWork): Promise<Uint8Array> {
  const over =
    picture === null
      ? []
      : [
          {
            input: await sharp(picture)
              .resize({ ...sizeOf(shoe), fit: 'cover' })
              .toBuffer(),
            left: shoe.left,
            top: 0,
          },
        ]
  return sharp(Buffer.from(previewDrawing(words)))
    .composite(over)
    .jpeg({ quality, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

function sizeOf({ width, height }: { width: number; height: number }) {
  return { width, height }
}
