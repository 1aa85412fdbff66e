export const teamEn = {
  title: 'Team',
  aroundTitle: 'Around you',
  aroundText: 'Five above and five below. The whole team is further down',
  allTitle: 'The whole team',
  boardLabel: 'The team by points',
  aroundLabel: 'Your neighbours by points',
  rules:
    'Points are coins earned for work. Beside them: points for each worked hour, so that part-time and sick leave lose nothing',
  hideText:
    'Do not want to be compared? Hide from the board in your profile: points and achievements stay yours',
  hideLink: 'To the profile',
  hidden: 'Colleagues do not see you here',
  place: 'Place {rank}',
  you: 'you',
  points: '{count, plural, one {point} other {points}}',
  perHour: '{points} an hour',
  noHours: 'no hours yet',
  tasks: '{count, plural, one {# task} other {# tasks}}',
  norm: '{percent} of the norm',
  emptyTitle: 'Nobody is on the board yet',
  emptyText: 'Staff who work here appear with their first points',
  loadFailed: 'The board could not be loaded',
}
