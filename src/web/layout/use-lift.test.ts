import { describe, expect, it } from 'vitest'
import { type Box, liftOver } from '#web/layout/whatsapp-button.tsx'

const box = (top: number, bottom: number, left = 320, right = 380): Box => ({ top, bottom, left, right })
const button = box(780, 840)

describe('what floats', () => {
  it.each<[string, Box[], number]>([
    ['over nothing', [], 0],
    ['beside a button', [box(790, 830, 0, 320)], 0],
    ['over a bar at the foot', [box(760, 844, 0, 390)], 80],
    ['over two lines without room between them', [box(800, 830), box(740, 780)], 100],
    ['over two lines with room between them', [box(810, 830), box(700, 750)], 30],
    ['over one above another that it does not reach', [box(700, 760)], 0],
    ['where all of the screen is taken', [box(0, 844)], 0],
  ])('stands %s', (_, others, lift) => expect(liftOver(button, others)).toBe(lift))
})
