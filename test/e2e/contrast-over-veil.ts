/** WCAG's contrast of a covered title with the veil over white, the brightest that can lie under it; 0 where the title lies under the veil itself. */
export function contrastOverVeil(title: Element): number {
  const veil = title.closest('.strip-item')?.querySelector('.strip-veil') as Element
  if (getComputedStyle(title.closest('.strip-text') as Element).zIndex !== '1') return 0
  const numbers = (text: string) => (text.match(/[\d.]+/g) ?? []).map(Number)
  const [red = 0, green = 0, blue = 0, alpha = 1] = numbers(getComputedStyle(veil).backgroundColor)
  const ground = [red, green, blue].map((part) => part * alpha + 255 * (1 - alpha))
  const light = (parts: number[]) => {
    const [r = 0, g = 0, b = 0] = parts.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [one, other] = [light(numbers(getComputedStyle(title).color)), light(ground)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}
