import { expect, test } from 'vitest'
import { uploadPicture } from '#contract/platform/pictures/pictures.ts'
import { uploadPath } from './picture-file.ts'

test('pictures are sent where the contract takes them', () => expect(uploadPath).toBe(uploadPicture.path))
