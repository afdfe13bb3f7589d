import { z } from 'zod'
import type { Tool } from '#features/chat/tools.ts'
import { findHelp } from '#features/help/help-texts.ts'

const input = z.strictObject({ words: z.string().min(1).max(200).describe('What is asked, in a few words, such as "deliver to Kisumu"') })

export const helpTool: Tool<typeof input> = {
  description: 'What the shop’s help pages say about ordering, payment, delivery, returns, sizes, privacy, terms and affiliates.',
  input,
  run: async (ctx, { words }) => {
    const answers = await findHelp(ctx, words)
    return {
      facts: { help: answers.map(({ title, excerpt }) => ({ title, says: excerpt })) },
      links: answers.slice(0, 2).map(({ title, href }) => ({ label: title, href })),
    }
  },
}
