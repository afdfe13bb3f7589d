import { clockText } from '#domain/delivery-days.ts'

/** A column of a noun, as data: the check of what is written, the API's document, the form of the panel and its reader are made from it. */
export interface Column<Value = unknown> {
  type: 'text' | 'number' | 'amount' | 'hour' | 'choice' | 'flag' | 'day' | 'reference'
  /** Above its field in the panel. */
  label: string
  /** What to do about a value that is missing or refused. */
  error: string
  /** May be left empty: null then. Of texts, and of numbers whose limits are ruled. */
  isOptional?: boolean
  /** Written when the row is created, never changed. */
  isFixed?: boolean
  /** Of a new row that leaves it out. */
  initial?: Value
  /** Of a new row that leaves it out the shop finds one (`fill` of the resource); says which, for the API's document. */
  filled?: string
  hint?: string
  placeholder?: string
  /** Of a number; characters of a text. `tooLarge` says what is wrong above the maximum, where that is not `error`. */
  min?: number
  max?: number
  tooLarge?: string
  /** Its limits are a rule of the noun, which names all that is wrong at once (`refuse` of the resource); here they are only described. */
  isRuled?: boolean
  /** The values of a choice, with what people call them. */
  choices?: Record<string, { label: string }>
  /** For the API's document. */
  description?: string
  example?: unknown
  /** Never there: carries the type of the value. */
  value?: Value
}

export type Columns = Record<string, Column>
/** What a row holds in these columns. */
export type ValuesOf<Of extends Columns> = { [Name in keyof Of]: Of[Name] extends Column<infer Value> ? Value : never }

/** The columns of it that may change. */
export function changeableOf<Of extends Columns>(columns: Of): Of {
  return Object.fromEntries(Object.entries(columns).filter(([, { isFixed }]) => !isFixed)) as Of
}

type Facts<Value> = Omit<Column<Value>, 'type' | 'label' | 'error'>

/** Text of one line or more, at most `max` characters. */
export const text = (label: string, error: string, facts: Facts<string> & { max: number }): Column<string> => ({
  type: 'text',
  label,
  error,
  ...facts,
})

export const optionalText = (label: string, facts: Facts<string | null> & { max: number }): Column<string | null> => ({
  ...{ type: 'text', label, error: 'Enter a text.', isOptional: true, initial: null, ...facts },
})

/** A whole number from `min` to `max`. */
export const wholeNumber = (label: string, error: string, facts: Facts<number> & { min: number; max: number }): Column<number> => ({
  ...{ type: 'number', label, error, ...facts },
})

/** Whole KSh. */
export const amount = (label: string, error: string, facts: Facts<number> & { min: number; max: number }): Column<number> => ({
  ...{ type: 'amount', label, error, ...facts },
})

export const optionalAmount = (label: string, error: string, facts: Facts<number | null> & { min: number; max: number }): Column<number | null> => ({
  ...{ type: 'amount', label, error, isOptional: true, initial: null, ...facts },
})

/** An hour of the day, in minutes after midnight. */
export const hour = (label: string, error: string, facts: Facts<number>): Column<number> => ({
  ...{ type: 'hour', label, error, min: 0, max: 1440, ...facts },
})

/** A calendar day, `2027-03-20`, between the years 2000 and 2099. */
export const day = (label: string, facts: Facts<string> = {}): Column<string> => ({
  ...{ type: 'day', label, error: 'Enter a day, such as 2027-03-20.', ...facts },
})

export const flag = (label: string, initial: boolean, facts: Facts<boolean> = {}): Column<boolean> => ({
  ...{ type: 'flag', label, error: 'Write true or false.', initial, ...facts },
})

export const choice = <Key extends string>(
  label: string,
  error: string,
  choices: Record<Key, { label: string }>,
  facts: Facts<Key> = {},
): Column<Key> => ({
  ...{ type: 'choice', label, error, choices, ...facts },
})

/** The id of a row of another table. */
export const reference = (label: string, error: string, facts: Facts<string> = {}): Column<string> => ({ type: 'reference', label, error, ...facts })

/** `14:00`; empty for midnight, as the field of a form has it. @param minutes after midnight */
export function hourText(minutes: number): string {
  return minutes === 24 * 60 ? '' : clockText(minutes)
}
