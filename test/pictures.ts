import sharp from 'sharp'

/** A picture that a decoder takes: smooth patches, as a photo has them. */
export async function photoOf({
  width = 120,
  height = 96,
  format = 'png',
  options = {},
}: {
  width?: number
  height?: number
  format?: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif'
  options?: object
} = {}): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const patches = await sharp({ create: { width: 60, height: 48, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer()
  const picture = sharp(patches, { limitInputPixels: false }).resize(width, height, { fit: 'fill', kernel: 'nearest' })
  return new Uint8Array(await picture.toFormat(format, options).toBuffer())
}
