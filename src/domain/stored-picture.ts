/** The widths in pixels that every stored picture has (domain/storage.ts). */
const siblings = { avif: [400, 800, 1200], webp: [400, 800] } as const

/** The `srcset` of a stored picture by format, or null for a picture that is not from our own storage. */
export function pictureSources(imageUrl: string): { avif: string; webp: string } | null {
  const match = storedPicture.exec(imageUrl)
  if (!match) return null
  const base = match[1]
  return {
    avif: siblings.avif.map((width) => `${base}-${width}.avif ${width}w`).join(', '),
    webp: siblings.webp.map((width) => `${width === 800 ? imageUrl : `${base}-${width}.webp`} ${width}w`).join(', '),
  }
}

/** The 1200 x 630 JPEG for link previews of a product's picture; null for any other. */
export function previewPicture(imageUrl: string): string | null {
  const match = imageUrl.startsWith('/files/product-images/') ? storedPicture.exec(imageUrl) : null
  return match ? `${match[1]}-og.jpg` : null
}

/** A link preview drawn for a product (features/catalogue/link-preview.ts). `version` changes with its content. */
export function previewUrl(id: string, version: string): string {
  return `/previews/${id}-${version}.jpg`
}

export function isPreview(address: string): boolean {
  return address.startsWith('/previews/')
}

const storedPicture = /^(\/files\/(?:product|ad|promotional)-images\/[\w./-]+)\.webp$/
export const placeholderPicture = '/placeholder.svg'

/** Whether a URL has the form of a picture of our own storage; whether it exists is checked in the database (features/files). */
export function isStoredPicture(address: string): boolean {
  return storedPicture.test(address) && !address.includes('..')
}
