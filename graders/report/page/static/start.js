startTheme();
startPrinting();
startContents();
startViewer();
