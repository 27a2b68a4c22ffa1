import type { Locator } from '@playwright/test'

/** What is wrong with sheets of paper, whatever fonts they are set in: text that lies over another, or is cut off by its sheet. */
export const wrongBoxes = (sheets: Locator) =>
  sheets.evaluateAll((all) =>
    all.flatMap((sheet, page) => {
      const wrong: string[] = []
      const edge = sheet.getBoundingClientRect()
      const boxes: { text: string; box: DOMRect; of: Node }[] = []
      const texts = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (!node.textContent!.trim()) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        for (const box of range.getClientRects()) boxes.push({ text: node.textContent!.trim(), box, of: node })
      }
      for (const { text, box } of boxes)
        if (box.left < edge.left || box.right > edge.right || box.top < edge.top || box.bottom > edge.bottom)
          wrong.push(`${page}: cut: ${text}`)
      // Lines of a paragraph come near each other; two texts that lie over each other share more than a third of a line.
      for (const [nth, one] of boxes.entries())
        for (const other of boxes.slice(nth + 1)) {
          if (other.of === one.of) continue
          const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
          const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
          if (wide > 2 && high > Math.min(one.box.height, other.box.height) / 3)
            wrong.push(`${page}: over each other: ${one.text} | ${other.text}`)
        }
      if (sheet.scrollHeight > sheet.clientHeight + 1) wrong.push(`${page}: longer than its sheet`)
      return wrong
    }),
  )
