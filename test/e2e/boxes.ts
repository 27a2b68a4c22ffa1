import type { Locator } from '@playwright/test'

/** What is wrong with sheets of paper in any font: text that overlaps another text, or is cut off by its container. */
export const wrongBoxes = (sheets: Locator) =>
  sheets.evaluateAll((all) =>
    all.flatMap((sheet, page) => {
      const wrong: string[] = []
      const boxes: { text: string; box: DOMRect; of: Node }[] = []
      const texts = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT)
      type Edge = { left: number; right: number; top: number; bottom: number }
      const clipping = new Map<Element, Edge | null>()
      const edgeOf = (one: Element) => {
        if (!clipping.has(one)) {
          const { overflow, paddingLeft, paddingRight } = getComputedStyle(one)
          const { left, right, top, bottom } = one.getBoundingClientRect()
          // The side margins of a sheet must be empty; above and below, its frame may contain text.
          const inner = {
            left: left + Number.parseFloat(paddingLeft),
            right: right - Number.parseFloat(paddingRight),
            top,
            bottom,
          }
          const outer = overflow === 'visible' ? null : { left, right, top, bottom }
          clipping.set(one, one === sheet ? inner : outer)
        }
        return clipping.get(one)!
      }
      const edgesAround = (node: Node) => {
        const edges: Edge[] = []
        for (let one = node.parentElement; one; one = one === sheet ? null : one.parentElement) {
          const edge = edgeOf(one)
          if (edge) edges.push(edge)
        }
        return edges
      }
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const text = node.textContent!.trim()
        if (!text) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const edges = edgesAround(node)
        for (const box of range.getClientRects()) {
          boxes.push({ text, box, of: node })
          // Allows half a pixel for rounding.
          if (
            edges.some(
              ({ left, right, top, bottom }) =>
                box.left < left - 0.5 || box.right > right + 0.5 || box.top < top - 0.5 || box.bottom > bottom + 0.5,
            )
          )
            wrong.push(`${page}: cut: ${text}`)
        }
      }
      // Lines of a paragraph may be close together; two texts overlap if they share more than a third of a line.
      for (const [nth, one] of boxes.entries())
        for (const other of boxes.slice(nth + 1)) {
          if (other.of === one.of) continue
          const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
          const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
          if (wide > 2 && high > Math.min(one.box.height, other.box.height) / 3)
            wrong.push(`${page}: over each other: ${one.text} | ${other.text}`)
        }
      if (sheet.scrollHeight > sheet.clientHeight + 1) wrong.push(`${page}: longer than its sheet`)
      if (sheet.scrollWidth > sheet.clientWidth + 1) wrong.push(`${page}: wider than its sheet`)
      return wrong
    }),
  )
