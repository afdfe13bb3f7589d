/** What the panel says on the button of an act, and in its dialog. What stands in braces is filled in for the row. */
export interface ActButton {
  label: string
  /** What a screen reader says of the button in a list: `{of}` is what the row is called. */
  name?: string
  /** Of the dialog, a question; without it the button acts at once. */
  title?: string
  /** What it does, a paragraph each; bold between `**`. */
  text?: string[]
  /** On the button of the dialog; the label without it. */
  submit?: string
  /** On that button while the shop is asked. */
  busy?: string
  /** On the button that closes the dialog: Cancel, unless it says otherwise. */
  keep?: string
  look?: 'ghost' | 'ink' | 'bad' | 'pay'
}

/** The same with the message once it is done. */
export interface ActWords<Answer = never> extends ActButton {
  done: Said | ((answer: Answer) => Said)
}

/** What is said once an act is done; bad where only a part succeeded. `facts` are data for the page. */
export interface Said {
  title: string
  text?: string
  tone?: 'good' | 'bad'
  facts?: Record<string, unknown>
  /** What is done is seen on the page, so that it is said only without scripts. */
  isQuiet?: true
}

/** The message once several rows were tried: bad where some stayed as they were, which the page lists; an error where all did. */
export function saidOfSeveral(title: string, tried: number, stayed: { id: string; error: string }[], words: { all: string; some: string }): Said {
  if (stayed.length === 0) return { title, text: words.all }
  return { title: stayed.length < tried ? title : 'Error', text: words.some, tone: 'bad', facts: { stayed } }
}

/** What the panel says of a noun. */
export interface ResourceWords<Row = never> {
  one: string
  created: Said | ((row: Row) => Said)
  saved: Said
  /** Of a row that is shown to everybody, or no longer. */
  on?: string
  off?: string
  /** What deleting one does, before it is done. */
  deleting?: string
  deleted: Said
}
