import type { Locator, Page } from '@playwright/test'

/** Keeps the printed content on the page as on paper, so that it can be read and checked; returns a function that removes it. */
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

/** Presses the button that issues, and confirms that new numbers are used. */
export async function issueWith(page: Page, name: RegExp) {
  await press(page.locator('main'), name)
  await press(page.locator('[role=dialog], [role=alertdialog]'), name)
}

/** Presses a button of a page, or of a part of it, while the page is shown as on paper, where buttons are hidden. */
export const press = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, includeHidden: true }).dispatchEvent('click')
