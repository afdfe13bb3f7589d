import type { ActWords } from '#domain/act.ts'

/** What is done with the stored pictures of a product, under the name of its form. */
export const pictureActs = {
  'picture-place': { label: 'Move', done: { title: 'Picture moved', isQuiet: true } },
  'picture-primary': { label: 'Make primary', name: 'Make primary, {of}', done: { title: 'Primary picture changed' } },
  'picture-text': { label: 'Save text', name: 'Save text of {of}', done: { title: 'Text saved' } },
  'picture-delete': { label: 'Delete now', name: 'Delete now, {of}', look: 'bad', done: { title: 'Picture deleted' } },
} satisfies Record<string, ActWords>
