import { flag, optionalFile, optionalReference, text, wholeNumber } from '#domain/columns.ts'

export const slugHint = 'Use small letters, digits and single hyphens, such as school-shoes.'

/** What the owner says of a category of the menu; its address has a rule of its own. */
export const categoryColumns = {
  name: text('Name', 'Enter a name, such as School Shoes.', { max: 60, example: 'School Shoes' }),
  slug: text('Address', slugHint, { max: 60, placeholder: 'school-shoes' }),
  parent_id: optionalReference('Stands under', "We don't know this category.", {
    description: 'The category that it stands under, which stands under none',
  }),
  position: wholeNumber('Place', 'Enter a whole number from 0 to 999.', {
    ...{ min: 0, max: 999, filled: 'Without it, the last', description: 'Its place among its neighbours, from 0' },
  }),
  is_hidden: flag('Hidden', false, {
    hint: 'In no menu, with what stands under it. Its page and its shoes stay where links and searches lead.',
    description: 'In no menu, filter or sitemap, with what stands under it; its page still answers',
  }),
  is_sneaker: flag('Sneakers', false, {
    ...{ hint: 'Its shoes are on the page of all sneakers too.', description: 'On the page of all sneakers' },
  }),
  image_url: optionalFile('Picture', 'Upload the picture, or write its address that begins with https://.', {
    ...{ bucket: 'promotional-images', hint: 'Stands beside the title of its page.' },
    description: 'What `/api/storage/promotional-images` answered for the picture, or its https address at another site: it is fetched once and kept',
  }),
}
const { position: _, ...written } = categoryColumns
/** Those of its form: a category is moved by hand. */
export const writtenOfCategory = written
