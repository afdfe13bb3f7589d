/**
 * The part of the table of problems (problem.ts) that pages show from the browser. Every visitor downloads it, so it is small.
 * Texts in braces are filled from the problem's details.
 */
export const pageProblems = {
  too_many: { status: 429, title: 'Too many tries', message: '{detail}, then try again.' },
  unavailable: { status: 503, title: 'One moment', message: 'The shop is busy. Please try again in a few seconds.' },
} as const

/** A message with `{detail}` filled in. */
export function withDetail(message: string, detail = ''): string {
  return message.replace('{detail}', () => detail)
}
