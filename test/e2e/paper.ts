import type { Locator, Page } from '@playwright/test'

/** Lets what is printed stay on the page as it is on paper, where it can be read and checked; the answer takes it away. */
export async function paperOf(page: Page) {
  await page.evaluate(() => {
    window.print = () => {
      const copy = document.querySelector<HTMLElement>('[data-paper]')!.cloneNode(true) as HTMLElement
      copy.id = 'printed'
      document.body.append(copy)
    }
  })
  await page.emulateMedia({ media: 'print' })
  return {
    sheet: page.locator('#printed'),
    async clear() {
      await page.evaluate(() => document.getElementById('printed')?.remove())
      await page.emulateMedia({ media: 'screen' })
    },
  }
}

/** Presses a button of a page, or of a part of it, while that is seen as on paper, where buttons are not shown. */
export const press = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, includeHidden: true }).dispatchEvent('click')
