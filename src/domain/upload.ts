import { uploadLimits, videoEndings } from '#domain/storage.ts'

export type UploadKind = 'picture' | 'video'

/** The allowed types of each kind of upload, as the field's `accept` and in words. The server checks the bytes. */
export const uploadKinds = {
  picture: { accept: 'image/jpeg,image/png,image/webp', formats: 'JPG, PNG or WebP', maxBytes: uploadLimits.pictureBytes },
  video: {
    accept: 'video/mp4,video/webm,video/ogg,video/quicktime,video/x-msvideo,.mov,.avi',
    formats: 'MP4, WebM, OGG, MOV or AVI',
    maxBytes: uploadLimits.videoBytes,
  },
} as const satisfies Record<UploadKind, { accept: string; formats: string; maxBytes: number }>

/** A file chosen in the browser. `type` is the MIME type, empty where the device knows none; `size` in bytes. */
export interface ChosenFile {
  name: string
  type: string
  size: number
}

/** The error message for a file before it is sent, or null when it may be sent. */
export function uploadRefusal(kind: UploadKind, { name, type, size }: ChosenFile): string | null {
  const { formats, maxBytes } = uploadKinds[kind]
  const ending = name.toLowerCase().split('.').at(-1) ?? ''
  if (kind === 'picture') {
    if (/^image\/hei[cf]/.test(type) || ending === 'heic' || ending === 'heif')
      return 'This is a HEIC photo, which browsers cannot show. On the iPhone choose Settings, Camera, Formats, Most Compatible for new photos; save this one as JPG, then choose it again.'
    if (!pictureTypes.has(type))
      return type.startsWith('image/')
        ? 'Only JPG, PNG and WebP pictures: save it as one of them, then choose it again.'
        : `This is not a picture: choose ${formats}.`
  } else if (!type.startsWith('video/') && !videoEndings.some((each) => each === ending)) return `This is not a video: choose ${formats}.`
  if (size === 0) return 'This file is empty. Choose it again.'
  if (size > maxBytes)
    return `This ${kind} has ${megabytes(size)} MB, and at most ${megabytes(maxBytes)} MB can be sent. ${
      kind === 'picture' ? 'Save it smaller or as JPG, then choose it again.' : 'Shorten it or save it smaller, then choose it again.'
    }`
  return null
}

const pictureTypes: ReadonlySet<string> = new Set(uploadKinds.picture.accept.split(','))

/** Rounded up to a tenth, so that a file that is too large never reads as the limit itself. */
function megabytes(bytes: number): string {
  return String(Math.ceil((bytes / 2 ** 20) * 10) / 10)
}
