// Everything that knows nothing of VS Code, for the tests.
export * from './cases';
export * from './events';
export * from './fixes';
export * from './lines';
export * from './messages';
export * from './model';
export * from './outline';
export * from './report';
export * from './running';
export * from './setup';
export * from './text';
