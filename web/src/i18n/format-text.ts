import { isolatedValues } from '@artel/contract/shapes/isolate'
import format from 'use-intl/format-message/format-only'

type Format = typeof format

/**
 * Stands in for what draws the texts of use-intl: names and other values that people wrote are isolated in every
 * sentence, so that none turns the words and numbers around it.
 */
const formatText = ((path, message, values, options) =>
  format(path, message, values && isolatedValues(values), options)) as Format // `raw`, which it has besides, is added below
formatText.raw = false

export default formatText
