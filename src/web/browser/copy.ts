import { showToast } from '#ui/kit/toast-store.ts'

/** The messages for each kind of text that can be copied (spec §8, Link copy). */
const words = {
  link: { good: { title: 'Link Copied!', text: 'Affiliate link copied to clipboard' }, bad: 'Failed to copy link' },
  code: { good: { title: 'Code copied!' }, bad: 'Failed to copy code' },
  codes: { good: { title: 'Codes copied!' }, bad: 'Failed to copy codes' },
} as const

/** Copies a text and shows a toast. Browsers offer the clipboard on https pages only, and may refuse it. */
export async function copy(what: keyof typeof words, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ ...words[what].good, topic: 'copy' })
  } catch {
    showToast({ title: words[what].bad, tone: 'bad', topic: 'copy' })
  }
}
