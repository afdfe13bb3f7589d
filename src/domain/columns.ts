import { clockText } from '#domain/nairobi-time.ts'
import type { Bucket } from '#domain/storage.ts'

/** A column of a noun, as data: the check of what is written, the API's document, the form of the panel and its reader are made from it. */
export interface Column<Value = unknown> {
  type: 'text' | 'prose' | 'link' | 'file' | 'number' | 'amount' | 'hour' | 'choice' | 'flag' | 'day' | 'reference'
  /** Above its field in the panel. */
  label: string
  /** What to do about a value that is missing or refused. */
  error: string
  /** May be left empty: null then. */
  isOptional?: boolean
  /** Written when the row is created, never changed. */
  isFixed?: boolean
  /** Of a new row that leaves it out. */
  initial?: Value
  /** Of a new row that leaves it out the shop finds one (`fill` of the resource); says which, for the API's document. */
  filled?: string
  hint?: string
  placeholder?: string
  /** Of a text in a large field. */
  rows?: number
  /** Of a flag that turns something on. */
  isSwitch?: boolean
  /** Of a number; characters of a text. `tooLarge` says what is wrong above the maximum, where that is not `error`. */
  min?: number
  max?: number
  tooLarge?: string
  /** Its limits are a rule of the noun, which names all that is wrong at once (`refuse` of the resource); here they are only described. */
  isRuled?: boolean
  /** The values of a choice, with what people call them. */
  choices?: Record<string, { label: string }>
  /** Rows that hold one of these values in another column have it; the others hold null. */
  when?: Record<string, readonly unknown[]>
  /** Of a file: where it is kept. */
  bucket?: Bucket
  /** What it holds depends on a choice: for each of its values the field of the form, and what that field is. */
  variants?: { by: string; of: Record<string, { field: string; column: Column }> }
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

/** The column as this row has it: of one with variants, that of its choice. */
function variantOf(column: Column, row: Record<string, unknown>): Column {
  return column.variants?.of[String(row[column.variants.by])]?.column ?? column
}

/** A field of a form: that of a column, or of one of its variants, which is there for one value of a choice. */
export interface FormField {
  name: string
  column: Column
  of: string
  choice: { by: string; value: string } | null
}

/** The fields of a form for these columns, by their names. */
export function fieldsOf(columns: Columns): Record<string, FormField> {
  const fields = Object.entries(columns).flatMap(([of, column]): FormField[] => {
    const { variants } = column
    if (!variants) return [{ name: of, column, of, choice: null }]
    return Object.entries(variants.of).map(([value, variant]) => ({
      name: variant.field,
      column: variant.column,
      of,
      choice: { by: variants.by, value },
    }))
  })
  return Object.fromEntries(fields.map((field) => [field.name, field]))
}

/** What a field begins with, as text; `row` is null for a new one. */
export function firstText({ column, of, choice }: FormField, columns: Columns, row: Record<string, unknown> | null): string {
  const heldIn = (name: string, { initial, choices = {} }: Column) => (row === null ? (initial ?? Object.keys(choices)[0]) : row[name])
  if (choice && heldIn(choice.by, columns[choice.by] as Column) !== choice.value) return ''
  const value = heldIn(of, column)
  if (column.type === 'hour') return hourText(Number(value))
  return column.type === 'flag' ? (value === true ? 'on' : '') : String(value ?? '')
}

const isAbsent = ({ when = {} }: Column, row: Record<string, unknown>) => Object.entries(when).some(([name, values]) => !values.includes(row[name]))

/** A row without what others of its kind alone have. */
export function settled<Row extends Record<string, unknown>>(columns: Columns, row: Row): Row {
  const absent = Object.entries(columns).filter(([, column]) => isAbsent(column, row))
  return { ...row, ...Object.fromEntries(absent.map(([name]) => [name, null])) }
}

/** The columns of this row that show a file, with where each is kept. */
export function fileBuckets(columns: Columns, row: Record<string, unknown>): Record<string, Bucket> {
  const found = Object.entries(columns).flatMap(([name, column]) => {
    const { bucket } = variantOf(column, row)
    return bucket && !isAbsent(column, row) ? [[name, bucket] as const] : []
  })
  return Object.fromEntries(found)
}

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

/** Text of several lines, which may be empty. */
export const prose = (label: string, facts: Facts<string | null> & { max: number }): Column<string | null> => ({
  ...{ type: 'prose', label, error: 'Enter a text.', isOptional: true, initial: null, ...facts },
})

/** A page of the shop or a web address. */
export const link = (label: string, error: string, facts: Facts<string> = {}): Column<string> => ({ type: 'link', label, error, ...facts })

/** The address of a picture or a video of our storage, or of one at another site, which is fetched and kept; `error` is of another. */
export const optionalFile = (label: string, error: string, facts: Facts<string | null>): Column<string | null> => ({
  ...{ type: 'file', label, error, isOptional: true, initial: null, ...facts },
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

export const optionalReference = (label: string, error: string, facts: Facts<string | null> = {}): Column<string | null> => ({
  ...{ type: 'reference', label, error, isOptional: true, initial: null, ...facts },
})

/** `14:00`; empty for midnight, as the field of a form has it. @param minutes after midnight */
export function hourText(minutes: number): string {
  return minutes === 24 * 60 ? '' : clockText(minutes)
}
