import { z } from 'zod'
import { isOneAddress } from '#domain/mail.ts'
import { foldText } from '#domain/plain-text.ts'
import { accentRefusal, isColour } from '#domain/shop.ts'
import { isWebAddress, withHttps } from '#domain/web-address.ts'

// What settings are made of. Each message completes "Enter ...".

export const text = (what: string, max: number) =>
  z
    .string(what)
    .overwrite(foldText)
    .trim()
    .min(1, what)
    .max(max, `${what} of at most ${max} characters`)
    .refine((given) => !/[\r\n]/.test(given), `${what} in one line`)
/** The page of the shop at a social network: https, at one of its hosts. A handle, `@yourshop`, is the page at the first, whose addresses have it after `before`. */
export const profileAt = (before: '' | '@', ...hosts: string[]) =>
  z
    .string()
    .trim()
    .transform((given) => given.replace(/^@([\w.-]{1,60})$/, `https://${hosts[0]}/${before}$1`))
    .transform((given) => withHttps(given).replace(/^http:/i, 'https:'))
    .refine(
      (given) => isWebAddress(given) && given.startsWith('https://') && hosts.includes(new URL(given).hostname.replace(/^(www|m)\./, '')),
      `your name there, such as @yourshop, or the address of your page: https://${hosts[0]}/${before}yourshop`,
    )
    .nullable()
export const link = (what: string) => z.string(what).trim().transform(withHttps).refine(isWebAddress, what)
/** A number, or a text of digits alone; not a blank. */
export const wholeNumber = (what: string, min: number, max: number) =>
  z.union([z.number(), z.string().trim().regex(/^\d+$/).transform(Number)], what).pipe(z.number().int(what).min(min, what).max(max, what))

/** Kenyan mobiles and landlines, in one of the ways that people write them. */
export const kenyanPhone = z
  .string()
  .trim()
  .refine((given) => /^(\+?254|0)\d{9}$/.test(given.replace(/[\s\-()]/g, '')), 'a Kenyan phone number, such as 0712 345 678')
export const address = z
  .string()
  .trim()
  .refine((given) => isOneAddress(given) && /\.[a-z]{2,}$/i.test(given), 'an e-mail address, such as hello@shop.example')
export const accent = z
  .string()
  .trim()
  .toLowerCase()
  .refine(isColour, { error: 'a colour, such as #5b3fa0', abort: true })
  .superRefine((colour, { addIssue }) => {
    const message = accentRefusal(colour)
    if (message) addIssue({ code: 'custom', message })
  })
