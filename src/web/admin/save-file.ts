/** Downloads a text as a file. Browser only. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // By then the download has started.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
