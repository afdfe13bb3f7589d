import { z } from 'zod'

const text = z.string().trim().optional()
const tokenRange = 'a whole number of tokens, from 1000 to 1000000000'

/** A model behind any OpenAI-compatible endpoint. */
export interface ModelSettings {
  /** Without a trailing slash; `/chat/completions` is appended. */
  baseUrl: string
  apiKey: string
  model: string
  /** Budget of input and output tokens a day. */
  dailyTokens: number
}

/** Environment variables of the assistant's model: the first three, or none, and the assistant answers by search (decision 19). */
export const assistantFields = {
  ASSISTANT_BASE_URL: text
    .refine(
      (given) => given === undefined || isEndpoint(given),
      'the address of the endpoint, such as https://api.example.com/v1, without a user in it',
    )
    .transform((given) => given?.replace(/\/+$/, '')),
  // A key that is no valid header value would be printed by a later error.
  ASSISTANT_API_KEY: text.refine((given) => given === undefined || /^[\x21-\x7e]+$/.test(given), 'a key without spaces'),
  ASSISTANT_MODEL: text,
  ASSISTANT_DAILY_TOKENS: text
    .transform((given) => (given === undefined ? undefined : Number(given)))
    .refine((given) => given === undefined || (Number.isInteger(given) && given >= 1000 && given <= 1_000_000_000), tokenRange),
}
type Name = keyof typeof assistantFields
type Given = { [Field in Name]?: z.output<(typeof assistantFields)[Field]> }

const needed = ['ASSISTANT_BASE_URL', 'ASSISTANT_API_KEY', 'ASSISTANT_MODEL'] as const
const defaultDailyTokens = 1_000_000

/** Why these settings are invalid, or null. */
export function assistantRefusal(given: Given): string | null {
  const missing = needed.filter((name) => given[name] === undefined)
  if (missing.length === 0 || isUnset(given)) return null
  return `The assistant is half set: ${missing.join(', ')} missing. Set all of it, or none to answer by search.`
}

/** The model of valid settings; null where nothing is set. */
export function assistantOf(given: Given): ModelSettings | null {
  if (isUnset(given)) return null
  return {
    baseUrl: given.ASSISTANT_BASE_URL as string,
    apiKey: given.ASSISTANT_API_KEY as string,
    model: given.ASSISTANT_MODEL as string,
    dailyTokens: given.ASSISTANT_DAILY_TOKENS ?? defaultDailyTokens,
  }
}

function isUnset(given: Given): boolean {
  return (Object.keys(assistantFields) as Name[]).every((name) => given[name] === undefined)
}

function isEndpoint(given: string): boolean {
  if (!URL.canParse(given)) return false
  const { protocol, username, password, search, hash } = new URL(given)
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === ''
}
