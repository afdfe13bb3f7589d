import { day, text } from '#domain/columns.ts'

/** A day on which nothing is packed or delivered, besides Sundays. */
export const holidayColumns = {
  day: day('Day', { example: '2027-03-20' }),
  name: text('Name', 'Enter what day it is, such as Idd-ul-Fitr.', { max: 60, example: 'Idd-ul-Fitr' }),
}

/** What the panel says of it. */
export const holidayWords = {
  one: 'holiday',
  created: { title: 'Holiday added', text: 'It counts for orders from now on.' },
  saved: { title: 'Holiday saved', text: 'It counts for orders from now on.' },
  deleting: 'It is a working day again, for orders that are placed from now on.',
  deleted: { title: 'Holiday deleted', text: 'It is a working day again.' },
}
